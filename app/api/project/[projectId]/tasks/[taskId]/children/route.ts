import { endpoint } from "@/lib/operation/endpoint";
import { listChildren } from "@/lib/task/workflow-operations";

export const GET = endpoint(listChildren);
