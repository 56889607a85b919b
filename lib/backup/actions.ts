"use server";

import * as operations from "@/lib/backup/operations";
import { action } from "@/lib/operation/action";

export const createProject = action(operations.createProject);
export const restoreBackup = action(operations.restoreProject);
