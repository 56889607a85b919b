import { endpoint } from "@/lib/operation/endpoint";
import { unregister } from "@/lib/task/runner-operations";

export const POST = endpoint(unregister);
