import { endpoint } from "@/lib/operation/endpoint";
import { deleteTask, getTask } from "@/lib/task/operations";

export const GET = endpoint(getTask);
export const DELETE = endpoint(deleteTask);
