import { endpoint } from "@/lib/operation/endpoint";
import { listRepositoryFacts } from "@/lib/repository/operations";

export const GET = endpoint(listRepositoryFacts);
