import { endpoint } from "@/lib/operation/endpoint";
import { switchProjectRunner } from "@/lib/runner/project-operations";

export const POST = endpoint(switchProjectRunner);
