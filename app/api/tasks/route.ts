import { endpoint } from "@/lib/operation/endpoint";
import { listActiveTasks } from "@/lib/task/active/admin-operations";

export const GET = endpoint(listActiveTasks);
