import { endpoint } from "@/lib/operation/endpoint";
import { getSummary } from "@/lib/task/result-operations";

export const GET = endpoint(getSummary);
