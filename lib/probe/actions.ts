"use server";

import { action } from "@/lib/operation/action";
import * as operations from "@/lib/probe/operations";

export const createProbe = action(operations.createProbe);
export const createAlertProbe = action(operations.createAlertProbe);
