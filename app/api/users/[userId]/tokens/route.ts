import { endpoint } from "@/lib/operation/endpoint";
import { listUserTokens } from "@/lib/user/operations";

export const GET = endpoint(listUserTokens);
