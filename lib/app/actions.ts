"use server";

import * as operations from "@/lib/app/operations";
import { action } from "@/lib/operation/action";

export const saveApp = action(operations.saveApp);
export const switchApp = action(operations.switchApp);
export const deleteApp = action(operations.deleteApp);
