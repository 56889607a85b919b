import { endpoint } from "@/lib/operation/endpoint";
import { resumeRunner } from "@/lib/runner/operations";

export const POST = endpoint(resumeRunner);
