import { endpoint } from "@/lib/operation/endpoint";
import { heartbeat } from "@/lib/task/runner-operations";

export const POST = endpoint(heartbeat);
