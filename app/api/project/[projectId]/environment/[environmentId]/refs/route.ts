import { getEnvironmentRefs } from "@/lib/environment/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(getEnvironmentRefs);
