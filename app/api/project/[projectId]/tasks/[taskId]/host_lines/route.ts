import { endpoint } from "@/lib/operation/endpoint";
import { listHostLines } from "@/lib/task/log-operations";

export const GET = endpoint(listHostLines);
