import { getKeyRefs } from "@/lib/key/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(getKeyRefs);
