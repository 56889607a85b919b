import { endpoint } from "@/lib/operation/endpoint";
import { getWorkflowRun } from "@/lib/task/workflow-operations";

export const GET = endpoint(getWorkflowRun);
