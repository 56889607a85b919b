import { endpoint } from "@/lib/operation/endpoint";
import { artifact } from "@/lib/task/runner-result-operations";

export const POST = endpoint(artifact);
