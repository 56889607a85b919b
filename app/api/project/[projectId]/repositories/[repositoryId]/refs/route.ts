import { endpoint } from "@/lib/operation/endpoint";
import { getRepositoryRefs } from "@/lib/repository/operations";

export const GET = endpoint(getRepositoryRefs);
