import { z } from "zod";
import { TASK_REASONS } from "@/lib/protocol/reasons";
import { TASK_STATUSES } from "@/lib/protocol/status";

// Separate from the statuses, which every screen needs without a schema.

export const TaskStatus = z.enum(TASK_STATUSES);
export const TaskReason = z.enum(TASK_REASONS);
/** As another version may have written it: null stands for one that this version does not know. */
export const ReportedReason = TaskReason.nullable().catch(null);
