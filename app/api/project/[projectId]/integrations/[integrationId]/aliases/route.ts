import { createAlias } from "@/lib/integration/operations";
import { listAliases } from "@/lib/integration/read-operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listAliases);
export const POST = endpoint(createAlias);
