import { deleteInventory, getInventory, updateInventory } from "@/lib/inventory/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(getInventory);
export const PUT = endpoint(updateInventory);
export const DELETE = endpoint(deleteInventory);
