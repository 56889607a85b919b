import { endpoint } from "@/lib/operation/endpoint";
import { MAX_OUTPUT_BYTES } from "@/lib/protocol/outputs";
import { outputs } from "@/lib/task/runner-result-operations";

export const POST = endpoint(outputs, { maxBytes: 4 * MAX_OUTPUT_BYTES });
