"use server";

import { action } from "@/lib/operation/action";
import * as operations from "@/lib/runner/operations";
import * as projectOperations from "@/lib/runner/project-operations";

export const createRunner = action(operations.createRunner);
export const updateRunner = action(operations.updateRunner);
export const switchRunner = action(operations.switchRunner);
export const drainRunner = action(operations.drainRunner);
export const resumeRunner = action(operations.resumeRunner);
export const deleteRunner = action(operations.deleteRunner);
export const cleanRunner = action(operations.cleanRunner);
export const createProjectRunner = action(projectOperations.createProjectRunner);
export const updateProjectRunner = action(projectOperations.updateProjectRunner);
export const switchProjectRunner = action(projectOperations.switchProjectRunner);
export const drainProjectRunner = action(projectOperations.drainProjectRunner);
export const resumeProjectRunner = action(projectOperations.resumeProjectRunner);
export const cleanProjectRunner = action(projectOperations.cleanProjectRunner);
export const deleteProjectRunner = action(projectOperations.deleteProjectRunner);
