"use server";

import { action } from "@/lib/operation/action";
import * as operations from "@/lib/template/operations";

export const createTemplate = action(operations.createTemplate);
export const updateTemplate = action(operations.updateTemplate);
export const setFavoriteTemplate = action(operations.setFavoriteTemplate);
export const deleteTemplate = action(operations.deleteTemplate);
