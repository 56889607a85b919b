import { endpoint } from "@/lib/operation/endpoint";
import { createToken, listTokens } from "@/lib/session/operations";

export const GET = endpoint(listTokens);
export const POST = endpoint(createToken, { status: 201 });
