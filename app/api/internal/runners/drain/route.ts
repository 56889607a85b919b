import { endpoint } from "@/lib/operation/endpoint";
import { drain } from "@/lib/task/runner-operations";

export const POST = endpoint(drain);
