import { endpoint } from "@/lib/operation/endpoint";
import { stopTemplateTasks } from "@/lib/task/operations";

export const POST = endpoint(stopTemplateTasks);
