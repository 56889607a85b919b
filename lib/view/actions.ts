"use server";

import { action } from "@/lib/operation/action";
import * as operations from "@/lib/view/operations";

export const createView = action(operations.createView);
export const updateView = action(operations.updateView);
export const moveViews = action(operations.moveViews);
export const deleteView = action(operations.deleteView);
