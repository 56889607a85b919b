import { endpoint } from "@/lib/operation/endpoint";
import { rejectTask } from "@/lib/task/operations";

export const POST = endpoint(rejectTask);
