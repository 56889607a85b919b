import { createInventory, listInventories } from "@/lib/inventory/operations";
import { endpoint } from "@/lib/operation/endpoint";

export const GET = endpoint(listInventories);
export const POST = endpoint(createInventory, { status: 201 });
