import { foreignKey, index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { instant } from "@/db/columns";
import { inventories } from "@/db/schema/inventories";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import type { DriftItem, DriftStatus } from "@/lib/protocol/drift";

/** What is known about the drift of a template, once it was checked for the first time. */
export const drifts = pgTable(
  "drifts",
  {
    template_id: integer().notNull(),
    /** Workspace of its state; "" for applications that keep none. */
    workspace: text().notNull(),
    /** For applications that keep no state: the inventory that they work on. */
    inventory_id: integer(),
    project_id: integer().notNull(),
    status: text().$type<DriftStatus>().notNull(),
    count: integer().notNull().default(0),
    items: jsonb().$type<DriftItem[]>().notNull().default([]),
    /** When the status became what it is. */
    since: instant().notNull(),
    /** The newest check, or the run after it that changed the status. */
    checked_at: instant().notNull(),
    task_id: integer().references(() => tasks.id, { onDelete: "set null" }),
  },
  (t) => [
    unique("drifts_place").on(t.template_id, t.workspace, t.inventory_id).nullsNotDistinct(),
    index("drifts_project").on(t.project_id),
    index("drifts_task").on(t.task_id),
    foreignKey({
      name: "drifts_template_fk",
      columns: [t.project_id, t.template_id],
      foreignColumns: [templates.project_id, templates.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "drifts_inventory_fk",
      columns: [t.project_id, t.inventory_id],
      foreignColumns: [inventories.project_id, inventories.id],
    }).onDelete("cascade"),
    index("drifts_inventory").on(t.inventory_id),
  ],
);
