import { endpoint } from "@/lib/operation/endpoint";
import { getProjectRole } from "@/lib/project/operations";

export const GET = endpoint(getProjectRole);
