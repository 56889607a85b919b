import { createKey, listKeys } from "@/lib/key/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listKeys);
export const POST = endpoint(createKey, { status: 201 });
