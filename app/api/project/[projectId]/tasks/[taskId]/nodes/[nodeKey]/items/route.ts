import { endpoint } from "@/lib/operation/endpoint";
import { listNodeItems } from "@/lib/task/workflow-operations";

export const GET = endpoint(listNodeItems);
