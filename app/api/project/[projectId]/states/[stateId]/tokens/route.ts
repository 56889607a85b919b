import { endpoint } from "@/lib/operation/endpoint";
import { createStateToken, listStateTokens } from "@/lib/state/operations";

export const GET = endpoint(listStateTokens);
export const POST = endpoint(createStateToken, { status: 201 });
