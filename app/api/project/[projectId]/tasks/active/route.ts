import { endpoint } from "@/lib/operation/endpoint";
import { listProjectActiveTasks } from "@/lib/task/active/admin-operations";

export const GET = endpoint(listProjectActiveTasks);
