import { endpoint } from "@/lib/operation/endpoint";
import { stopTask } from "@/lib/task/operations";

export const POST = endpoint(stopTask);
