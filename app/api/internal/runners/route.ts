import { endpoint } from "@/lib/operation/endpoint";
import { register } from "@/lib/task/runner-operations";

export const POST = endpoint(register);
