"use server";

import { action } from "@/lib/operation/action";
import * as operations from "@/lib/task/operations";

export const createTask = action(operations.createTask);
export const stopTask = action(operations.stopTask);
export const stopTemplateTasks = action(operations.stopTemplateTasks);
export const confirmTask = action(operations.confirmTask);
