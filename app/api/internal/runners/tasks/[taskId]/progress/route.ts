import { endpoint } from "@/lib/operation/endpoint";
import { progress } from "@/lib/task/runner-operations";

export const POST = endpoint(progress, { maxBytes: 4 * 1024 * 1024 });
