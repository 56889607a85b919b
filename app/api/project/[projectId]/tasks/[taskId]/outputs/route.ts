import { endpoint } from "@/lib/operation/endpoint";
import { getOutputs } from "@/lib/task/result-operations";

export const GET = endpoint(getOutputs);
