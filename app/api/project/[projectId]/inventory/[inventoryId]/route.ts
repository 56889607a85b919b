import { deleteInventory, getInventory, updateInventory } from "@/lib/inventory/operations";
import { endpoint } from "@/lib/operation/endpoint";
import { LONG_BODY_BYTES } from "@/lib/operation/http/request";
import { saving } from "@/lib/operation/saved";

export const GET = endpoint(getInventory);
export const PUT = saving(updateInventory, { maxBytes: LONG_BODY_BYTES });
export const DELETE = endpoint(deleteInventory);
