import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { tasks } from "@/db/schema/tasks";
import type { TaskPlan } from "@/lib/protocol/plan";

/** What the plan of a task would change, as its runner reported it. */
export const taskPlans = pgTable("task_plans", {
  task_id: integer()
    .primaryKey()
    .references(() => tasks.id, { onDelete: "cascade" }),
  attempt: integer().notNull(),
  checksum: text().notNull(),
  plan: jsonb().$type<TaskPlan>().notNull(),
});
