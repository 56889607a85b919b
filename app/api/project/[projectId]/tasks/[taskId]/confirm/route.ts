import { endpoint } from "@/lib/operation/endpoint";
import { confirmTask } from "@/lib/task/operations";

export const POST = endpoint(confirmTask);
