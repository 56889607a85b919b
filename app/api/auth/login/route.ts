import { endpoint } from "@/lib/operation/endpoint";
import { getLoginOptions } from "@/lib/session/operations";
import { login } from "@/lib/sign-in/routes";

export const GET = endpoint(getLoginOptions);
export const POST = login;
