import { endpoint } from "@/lib/operation/endpoint";
import { markNodeDone } from "@/lib/task/workflow-operations";

export const POST = endpoint(markNodeDone, { explains: true });
