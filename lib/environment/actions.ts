"use server";

import * as operations from "@/lib/environment/operations";
import { action } from "@/lib/operation/action";

export const createEnvironment = action(operations.createEnvironment);
export const updateEnvironment = action(operations.updateEnvironment);
export const deleteEnvironment = action(operations.deleteEnvironment);
