import { createMatcher } from "@/lib/integration/part-operations";
import { listMatchers } from "@/lib/integration/read-operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listMatchers);
export const POST = endpoint(createMatcher);
