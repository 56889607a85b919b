import { endpoint } from "@/lib/operation/endpoint";
import { begin } from "@/lib/task/runner-operations";

export const POST = endpoint(begin);
