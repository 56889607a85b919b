"use server";

import { action } from "@/lib/operation/action";
import * as operations from "@/lib/runner/operations";

export const createRunner = action(operations.createRunner);
export const updateRunner = action(operations.updateRunner);
export const switchRunner = action(operations.switchRunner);
export const drainRunner = action(operations.drainRunner);
export const resumeRunner = action(operations.resumeRunner);
export const deleteRunner = action(operations.deleteRunner);
