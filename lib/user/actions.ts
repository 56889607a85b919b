"use server";

import { action } from "@/lib/operation/action";
import * as operations from "@/lib/user/operations";

export const createUser = action(operations.createUser);
export const updateUser = action(operations.updateUser);
export const deleteUser = action(operations.deleteUser);
export const changePassword = action(operations.changePassword);
export const deleteUserToken = action(operations.deleteUserToken);
