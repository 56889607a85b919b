import { endpoint } from "@/lib/operation/endpoint";
import { drainProjectRunner } from "@/lib/runner/project-operations";

export const POST = endpoint(drainProjectRunner);
