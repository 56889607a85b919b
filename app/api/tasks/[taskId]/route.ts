import { endpoint } from "@/lib/operation/endpoint";
import { listActiveTasks, stopActiveTask } from "@/lib/task/admin-operations";

export const GET = endpoint(listActiveTasks);
export const DELETE = endpoint(stopActiveTask);
