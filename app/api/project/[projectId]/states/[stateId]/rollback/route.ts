import { endpoint } from "@/lib/operation/endpoint";
import { rollbackState } from "@/lib/state/version-operations";

export const POST = endpoint(rollbackState, { status: 201 });
