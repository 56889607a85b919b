import { createProjectAlias } from "@/lib/integration/operations";
import { listProjectAliases } from "@/lib/integration/read-operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listProjectAliases);
export const POST = endpoint(createProjectAlias);
