import { endpoint } from "@/lib/operation/endpoint";
import { artifact } from "@/lib/task/runner-operations";

export const POST = endpoint(artifact);
