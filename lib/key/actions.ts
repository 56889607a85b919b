"use server";

import * as operations from "@/lib/key/operations";
import { action } from "@/lib/operation/action";

export const createKey = action(operations.createKey);
export const updateKey = action(operations.updateKey);
export const deleteKey = action(operations.deleteKey);
