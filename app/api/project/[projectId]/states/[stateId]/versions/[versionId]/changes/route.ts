import { endpoint } from "@/lib/operation/endpoint";
import { compareVersions } from "@/lib/state/version-operations";

export const GET = endpoint(compareVersions);
