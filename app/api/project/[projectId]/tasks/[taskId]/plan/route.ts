import { endpoint } from "@/lib/operation/endpoint";
import { getPlan } from "@/lib/task/result-operations";

export const GET = endpoint(getPlan);
