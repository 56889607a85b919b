import { deleteIntegration, updateIntegration } from "@/lib/integration/operations";
import { getIntegration } from "@/lib/integration/read-operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(getIntegration);
export const PUT = endpoint(updateIntegration);
export const DELETE = endpoint(deleteIntegration);
