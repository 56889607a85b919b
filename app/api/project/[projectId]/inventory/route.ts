import { createInventory, listInventories } from "@/lib/inventory/operations";
import { endpoint } from "@/lib/operation/endpoint";
import { LONG_BODY_BYTES } from "@/lib/operation/http/request";

export const GET = endpoint(listInventories);
export const POST = endpoint(createInventory, { status: 201, maxBytes: LONG_BODY_BYTES });
