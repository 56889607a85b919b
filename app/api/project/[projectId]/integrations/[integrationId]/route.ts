import { deleteIntegration, updateIntegration } from "@/lib/integration/operations";
import { getIntegration } from "@/lib/integration/read-operations";
import { endpoint } from "@/lib/operation/endpoint";
import { saving } from "@/lib/operation/saved";

export const GET = endpoint(getIntegration);
export const PUT = saving(updateIntegration);
export const DELETE = endpoint(deleteIntegration);
