"use server";

import { action } from "@/lib/operation/action";
import * as operations from "@/lib/project/operations";

export const updateProject = action(operations.updateProject);
export const deleteProject = action(operations.deleteProject);
export const dismissChecklist = action(operations.dismissChecklist);
