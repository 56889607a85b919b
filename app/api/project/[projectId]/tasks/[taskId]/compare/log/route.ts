import { endpoint } from "@/lib/operation/endpoint";
import { compareTaskLogs } from "@/lib/task/compare/operations";

export const GET = endpoint(compareTaskLogs);
