import { deleteMatcher, updateMatcher } from "@/lib/integration/part-operations";
import { getMatcher } from "@/lib/integration/read-operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(getMatcher);
export const PUT = endpoint(updateMatcher);
export const DELETE = endpoint(deleteMatcher);
