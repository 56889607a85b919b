import { endpoint } from "@/lib/operation/endpoint";
import { poll } from "@/lib/task/runner-operations";

export const POST = endpoint(poll);
