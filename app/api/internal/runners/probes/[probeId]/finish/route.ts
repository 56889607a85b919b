import { endpoint } from "@/lib/operation/endpoint";
import { finish } from "@/lib/probe/runner-operations";

export const POST = endpoint(finish);
