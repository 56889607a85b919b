import { endpoint } from "@/lib/operation/endpoint";
import { resumeRun } from "@/lib/task/workflow-operations";

export const POST = endpoint(resumeRun, { status: 201, explains: true });
