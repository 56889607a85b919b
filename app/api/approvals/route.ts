import { endpoint } from "@/lib/operation/endpoint";
import { listApprovals } from "@/lib/task/workflow-operations";

export const GET = endpoint(listApprovals);
