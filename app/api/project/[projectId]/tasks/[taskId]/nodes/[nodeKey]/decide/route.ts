import { endpoint } from "@/lib/operation/endpoint";
import { decideNode } from "@/lib/task/workflow-operations";

export const POST = endpoint(decideNode, { explains: true });
