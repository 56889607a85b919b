import { endpoint } from "@/lib/operation/endpoint";
import { compareTasks } from "@/lib/task/compare/operations";

export const GET = endpoint(compareTasks);
