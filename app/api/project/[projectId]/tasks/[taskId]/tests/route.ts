import { endpoint } from "@/lib/operation/endpoint";
import { getTests } from "@/lib/task/result-operations";

export const GET = endpoint(getTests);
