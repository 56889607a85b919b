import { endpoint } from "@/lib/operation/endpoint";
import { MAX_SUMMARY_BYTES } from "@/lib/protocol/artifacts";
import { summary } from "@/lib/task/runner-result-operations";

export const POST = endpoint(summary, { maxBytes: 4 * MAX_SUMMARY_BYTES });
