import { endpoint } from "@/lib/operation/endpoint";
import { listActiveTasks, stopActiveTask } from "@/lib/task/active/admin-operations";

export const GET = endpoint(listActiveTasks);
export const DELETE = endpoint(stopActiveTask);
