"use server";

import { action } from "@/lib/operation/action";
import * as operations from "@/lib/view/operations";

export const createView = action(operations.createView);
export const saveViews = action(operations.saveViews);
