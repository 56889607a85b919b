import { deleteInventory, getInventory, updateInventory } from "@/lib/inventory/operations";
import { endpoint } from "@/lib/operation/endpoint";
import { saving } from "@/lib/operation/saved";

export const GET = endpoint(getInventory);
export const PUT = saving(updateInventory);
export const DELETE = endpoint(deleteInventory);
