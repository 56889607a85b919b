import { endpoint } from "@/lib/operation/endpoint";
import { revealOutput } from "@/lib/state/version-operations";

export const POST = endpoint(revealOutput);
