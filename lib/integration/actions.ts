"use server";

import * as operations from "@/lib/integration/operations";
import * as partOperations from "@/lib/integration/part-operations";
import { action } from "@/lib/operation/action";

export const createIntegration = action(operations.createIntegration);
export const updateIntegration = action(operations.updateIntegration);
export const deleteIntegration = action(operations.deleteIntegration);
export const createProjectAlias = action(operations.createProjectAlias);
export const deleteProjectAlias = action(operations.deleteProjectAlias);
export const createAlias = action(operations.createAlias);
export const deleteAlias = action(operations.deleteAlias);
export const createMatcher = action(partOperations.createMatcher);
export const updateMatcher = action(partOperations.updateMatcher);
export const deleteMatcher = action(partOperations.deleteMatcher);
export const createValue = action(partOperations.createValue);
export const updateValue = action(partOperations.updateValue);
export const deleteValue = action(partOperations.deleteValue);
export const replayDelivery = action(operations.replayDelivery);
