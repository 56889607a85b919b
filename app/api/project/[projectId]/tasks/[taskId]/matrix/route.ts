import { endpoint } from "@/lib/operation/endpoint";
import { getMatrix } from "@/lib/task/events/operations";

export const GET = endpoint(getMatrix);
