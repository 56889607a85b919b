"use server";

import * as operations from "@/lib/integration/operations";
import { action } from "@/lib/operation/action";

export const createIntegration = action(operations.createIntegration);
export const updateIntegration = action(operations.updateIntegration);
export const deleteIntegration = action(operations.deleteIntegration);
export const createProjectAlias = action(operations.createProjectAlias);
export const deleteProjectAlias = action(operations.deleteProjectAlias);
export const createAlias = action(operations.createAlias);
export const deleteAlias = action(operations.deleteAlias);
export const createMatcher = action(operations.createMatcher);
export const updateMatcher = action(operations.updateMatcher);
export const deleteMatcher = action(operations.deleteMatcher);
export const createValue = action(operations.createValue);
export const updateValue = action(operations.updateValue);
export const deleteValue = action(operations.deleteValue);
export const replayDelivery = action(operations.replayDelivery);
