import { endpoint } from "@/lib/operation/endpoint";
import { listResults } from "@/lib/task/events/operations";

export const GET = endpoint(listResults);
