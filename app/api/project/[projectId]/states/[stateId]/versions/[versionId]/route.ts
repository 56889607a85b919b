import { endpoint } from "@/lib/operation/endpoint";
import { getVersion } from "@/lib/state/version-operations";

export const GET = endpoint(getVersion);
