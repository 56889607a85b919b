import { endpoint } from "@/lib/operation/endpoint";
import { listTemplateTasks } from "@/lib/task/operations";

export const GET = endpoint(listTemplateTasks);
