import { endpoint } from "@/lib/operation/endpoint";
import { listLastTemplateTasks } from "@/lib/task/operations";

export const GET = endpoint(listLastTemplateTasks);
