import { endpoint } from "@/lib/operation/endpoint";
import { unlockState } from "@/lib/state/operations";

export const POST = endpoint(unlockState, { status: 204 });
