import { endpoint } from "@/lib/operation/endpoint";
import { begin } from "@/lib/probe/runner-operations";

export const POST = endpoint(begin);
