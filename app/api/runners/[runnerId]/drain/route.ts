import { endpoint } from "@/lib/operation/endpoint";
import { drainRunner } from "@/lib/runner/operations";

export const POST = endpoint(drainRunner);
