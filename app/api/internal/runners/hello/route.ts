import { endpoint } from "@/lib/operation/endpoint";
import { hello } from "@/lib/task/runner-operations";

export const POST = endpoint(hello);
