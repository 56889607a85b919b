import { endpoint } from "@/lib/operation/endpoint";
import { cleanProjectRunner } from "@/lib/runner/project-operations";

export const DELETE = endpoint(cleanProjectRunner);
