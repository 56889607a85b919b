import { endpoint } from "@/lib/operation/endpoint";
import { getOutput } from "@/lib/task/operations";

export const GET = endpoint(getOutput);
