import { endpoint } from "@/lib/operation/endpoint";
import { begin } from "@/lib/schedule/check-operations";

export const POST = endpoint(begin);
