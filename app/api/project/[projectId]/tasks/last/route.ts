import { endpoint } from "@/lib/operation/endpoint";
import { listLastTasks } from "@/lib/task/operations";

export const GET = endpoint(listLastTasks);
