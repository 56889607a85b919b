"use server";

import { action } from "@/lib/operation/action";
import * as operations from "@/lib/session/operations";

export const createToken = action(operations.createToken);
export const deleteToken = action(operations.deleteToken);
