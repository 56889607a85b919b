"use server";

import { action } from "@/lib/operation/action";
import * as operations from "@/lib/state/operations";
import * as versionOperations from "@/lib/state/version-operations";

export const createState = action(operations.createState);
export const renameState = action(operations.renameState);
export const deleteState = action(operations.deleteState);
export const unlockState = action(operations.unlockState);
export const createStateToken = action(operations.createStateToken);
export const deleteStateToken = action(operations.deleteStateToken);
/** For a state up to the size that an action takes; a larger one is sent to the API. */
export const uploadState = action(versionOperations.uploadState);
export const rollbackState = action(versionOperations.rollbackState);
export const revealOutput = action(versionOperations.revealOutput);
