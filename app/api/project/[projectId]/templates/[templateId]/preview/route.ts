import { endpoint } from "@/lib/operation/endpoint";
import { previewWorkflow } from "@/lib/task/workflow-operations";

export const POST = endpoint(previewWorkflow);
