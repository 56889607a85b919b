import { endpoint } from "@/lib/operation/endpoint";
import { rerunTask } from "@/lib/task/operations";

export const POST = endpoint(rerunTask, { status: 201, explains: true });
