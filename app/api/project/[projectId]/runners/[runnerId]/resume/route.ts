import { endpoint } from "@/lib/operation/endpoint";
import { resumeProjectRunner } from "@/lib/runner/project-operations";

export const POST = endpoint(resumeProjectRunner);
