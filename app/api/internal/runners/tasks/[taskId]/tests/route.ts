import { endpoint } from "@/lib/operation/endpoint";
import { MAX_REPORT_BYTES } from "@/lib/protocol/tests";
import { tests } from "@/lib/task/runner-result-operations";

export const POST = endpoint(tests, { maxBytes: 2 * MAX_REPORT_BYTES });
