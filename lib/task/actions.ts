"use server";

import { action } from "@/lib/operation/action";
import * as operations from "@/lib/task/operations";
import * as workflowOperations from "@/lib/task/workflow-operations";

export const createTask = action(operations.createTask);
export const stopTask = action(operations.stopTask);
export const stopTemplateTasks = action(operations.stopTemplateTasks);
export const confirmTask = action(operations.confirmTask);
export const decideNode = action(workflowOperations.decideNode);
export const skipNode = action(workflowOperations.skipNode);
export const resumeRun = action(workflowOperations.resumeRun);
