import { z } from "zod";
import { TASK_REASONS, TASK_STATUSES } from "@/lib/protocol/status";

// Separate from the statuses, which every screen needs without a schema.

export const TaskStatus = z.enum(TASK_STATUSES);
export const TaskReason = z.enum(TASK_REASONS);
