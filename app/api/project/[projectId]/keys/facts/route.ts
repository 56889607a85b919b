import { listKeyFacts } from "@/lib/key/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listKeyFacts);
