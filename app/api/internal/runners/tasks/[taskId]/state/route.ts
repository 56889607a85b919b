import { endpoint } from "@/lib/operation/endpoint";
import { MAX_STATE_BYTES } from "@/lib/protocol/state";
import { keepState } from "@/lib/task/runner-operations";

export const POST = endpoint(keepState, { maxBytes: 2 * MAX_STATE_BYTES });
