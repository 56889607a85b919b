import { endpoint } from "@/lib/operation/endpoint";
import { getInfo } from "@/lib/user/operations";

export const GET = endpoint(getInfo);
