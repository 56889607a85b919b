import { endpoint } from "@/lib/operation/endpoint";
import { log } from "@/lib/task/runner-operations";

export const POST = endpoint(log, { maxBytes: 2 * 1024 * 1024 });
