import { endpoint } from "@/lib/operation/endpoint";
import { finish } from "@/lib/schedule/check-operations";

export const POST = endpoint(finish);
