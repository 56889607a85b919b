import { endpoint } from "@/lib/operation/endpoint";
import { createTask, listTasks } from "@/lib/task/operations";

export const GET = endpoint(listTasks);
export const POST = endpoint(createTask, { status: 201 });
