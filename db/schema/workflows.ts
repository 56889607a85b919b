import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, jsonValue } from "@/db/columns";
import { tasks } from "@/db/schema/tasks";
import { users } from "@/db/schema/users";
import type { WorkflowGraph } from "@/db/schema/workflow-graph";
import type { ItemStatus, NodeReason, NodeStatus } from "@/lib/protocol/workflow";

/** What makes a task the run of a workflow. Its row is locked while the run advances. */
export const workflowRuns = pgTable(
  "workflow_runs",
  {
    task_id: integer()
      .primaryKey()
      .references(() => tasks.id, { onDelete: "cascade" }),
    /** As it was when the run was created. */
    graph: jsonb().$type<WorkflowGraph>().notNull(),
    /** How many workflows it runs inside of. */
    depth: integer().notNull().default(0),
    /** The run that this one resumes. */
    origin_id: integer().references(() => tasks.id, { onDelete: "set null" }),
    /** It was asked to stop: nothing but clean-up starts any more. */
    stopping: text().$type<"stop" | "kill">(),
  },
  (t) => [index("workflow_runs_origin").on(t.origin_id).where(sql`origin_id is not null`)],
);

/** A node of a run. */
export const workflowNodes = pgTable(
  "workflow_nodes",
  {
    task_id: integer()
      .notNull()
      .references(() => workflowRuns.task_id, { onDelete: "cascade" }),
    key: text().notNull(),
    status: text().$type<NodeStatus>().notNull().default("pending"),
    /** Why it did not run, or why it failed without a task of its own. */
    reason: jsonb().$type<NodeReason>(),
    start: instant(),
    end: instant(),
    /** A wait ends, or the deadline of an approval passes. */
    until: instant(),
    /** What an approval asks, with its values filled in. */
    text: text().notNull().default(""),
    decided_by_id: integer().references(() => users.id, { onDelete: "set null" }),
    /** What remains of the person when the account is deleted; null before. */
    decided_by_name: text(),
    note: text().notNull().default(""),
    /** Its items in each status, so that the run advances without counting them. */
    pending: integer().notNull().default(0),
    running: integer().notNull().default(0),
    succeeded: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** The task whose outputs are the node's. */
    child_id: integer().references(() => tasks.id, { onDelete: "set null" }),
  },
  (t) => [
    primaryKey({ columns: [t.task_id, t.key] }),
    index("workflow_nodes_until").on(t.until).where(sql`status = 'waiting' and until is not null`),
    index("workflow_nodes_approvals").on(t.task_id).where(sql`status = 'waiting' and text <> ''`),
    index("workflow_nodes_child").on(t.child_id).where(sql`child_id is not null`),
  ],
);

/** What a template node runs: one item, or those of its matrix. */
export const workflowItems = pgTable(
  "workflow_items",
  {
    task_id: integer().notNull(),
    key: text().notNull(),
    /** From 0. */
    number: integer().notNull(),
    /** Its entry in the list; null without a matrix. */
    value: jsonValue(),
    status: text().$type<ItemStatus>().notNull().default("pending"),
    tries: integer().notNull().default(0),
    /** It is tried again then. */
    until: instant(),
    /** Its newest task. */
    child_id: integer().references(() => tasks.id, { onDelete: "set null" }),
  },
  (t) => [
    primaryKey({ columns: [t.task_id, t.key, t.number] }),
    index("workflow_items_pending").on(t.task_id, t.key, t.number).where(sql`status = 'pending'`),
    index("workflow_items_until").on(t.until).where(sql`status = 'pending' and until is not null`),
    index("workflow_items_child").on(t.child_id).where(sql`child_id is not null`),
    foreignKey({
      name: "workflow_items_node_fk",
      columns: [t.task_id, t.key],
      foreignColumns: [workflowNodes.task_id, workflowNodes.key],
    }).onDelete("cascade"),
  ],
);
