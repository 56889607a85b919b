import { endpoint } from "@/lib/operation/endpoint";
import { getLoginOptions } from "@/lib/session/operations";
import { login } from "@/lib/session/routes";

export const GET = endpoint(getLoginOptions);
export const POST = login;
