import { z } from "zod";
import { TASK_REASONS, TASK_STATUSES } from "@/lib/protocol/status";

// Apart from the statuses themselves, which every screen needs and no schema.

export const TaskStatus = z.enum(TASK_STATUSES);
export const TaskReason = z.enum(TASK_REASONS);
