import { endpoint } from "@/lib/operation/endpoint";
import { listArtifacts } from "@/lib/task/result-operations";

export const GET = endpoint(listArtifacts);
