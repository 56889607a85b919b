import { endpoint } from "@/lib/operation/endpoint";
import { getSystem } from "@/lib/system/operations";

export const GET = endpoint(getSystem);
