import { endpoint } from "@/lib/operation/endpoint";
import { getProbe } from "@/lib/probe/operations";

export const GET = endpoint(getProbe);
