import { listEnvironmentFacts } from "@/lib/environment/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listEnvironmentFacts);
