import { endpoint } from "@/lib/operation/endpoint";
import { MAX_PLAN_BYTES } from "@/lib/protocol/plan";
import { plan } from "@/lib/task/runner-operations";

export const POST = endpoint(plan, { maxBytes: 2 * MAX_PLAN_BYTES });
