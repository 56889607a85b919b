import { endpoint } from "@/lib/operation/endpoint";
import { finish } from "@/lib/task/runner-operations";

export const POST = endpoint(finish);
