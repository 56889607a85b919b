"use server";

import { action } from "@/lib/operation/action";
import * as operations from "@/lib/schedule/operations";

export const createSchedule = action(operations.createSchedule);
export const updateSchedule = action(operations.updateSchedule);
export const setScheduleActive = action(operations.setScheduleActive);
export const deleteSchedule = action(operations.deleteSchedule);
export const previewSchedule = action(operations.previewSchedule);
