import { endpoint } from "@/lib/operation/endpoint";
import { listAttributes } from "@/lib/state/version-operations";

export const GET = endpoint(listAttributes);
