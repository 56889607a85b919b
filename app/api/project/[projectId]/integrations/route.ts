import { createIntegration } from "@/lib/integration/operations";
import { listIntegrations } from "@/lib/integration/read-operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listIntegrations);
export const POST = endpoint(createIntegration, { status: 201 });
