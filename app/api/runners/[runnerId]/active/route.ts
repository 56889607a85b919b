import { endpoint } from "@/lib/operation/endpoint";
import { switchRunner } from "@/lib/runner/operations";

export const POST = endpoint(switchRunner);
