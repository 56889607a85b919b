"use server";

import { action } from "@/lib/operation/action";
import * as operations from "@/lib/repository/operations";

export const createRepository = action(operations.createRepository);
export const updateRepository = action(operations.updateRepository);
export const deleteRepository = action(operations.deleteRepository);
export const forgetHostKeys = action(operations.forgetHostKeys);
