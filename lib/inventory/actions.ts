"use server";

import * as operations from "@/lib/inventory/operations";
import { action } from "@/lib/operation/action";

export const createInventory = action(operations.createInventory);
export const updateInventory = action(operations.updateInventory);
export const deleteInventory = action(operations.deleteInventory);
