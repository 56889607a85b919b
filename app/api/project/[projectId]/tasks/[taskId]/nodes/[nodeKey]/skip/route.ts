import { endpoint } from "@/lib/operation/endpoint";
import { skipNode } from "@/lib/task/workflow-operations";

export const POST = endpoint(skipNode, { explains: true });
