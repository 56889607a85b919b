import { endpoint } from "@/lib/operation/endpoint";
import { LONG_BODY_BYTES } from "@/lib/operation/http/request";
import { createTask, listTasks } from "@/lib/task/operations";

export const GET = endpoint(listTasks);
export const POST = endpoint(createTask, { status: 201, maxBytes: LONG_BODY_BYTES });
