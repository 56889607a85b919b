import { asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { workflowNodes } from "@/db/schema/workflows";
import type { NodeReason, NodeStatus } from "@/lib/protocol/workflow";
import type { WorkflowEdge, WorkflowNode } from "@/lib/workflow/schema";
import { HandRunner } from "./hand-runner";
import { insertTemplateRow } from "./resources";
import { type TaskSite, taskSite } from "./task-site";

type End = "success" | "error" | "stopped";
type Step = { status: NodeStatus; reason: NodeReason | null };

/** A task site with workflows, and a runner that ends their tasks as a test says. */
export type WorkflowSite = TaskSite & {
  runner: HandRunner;
  workflow: (nodes: WorkflowNode[], edges?: WorkflowEdge[], changes?: object) => Promise<number>;
  /** Takes the next task and ends it; answers the key of its node. */
  play: (end?: End, changes?: object) => Promise<string | null>;
  /** The nodes of a run by key: status, or status and reason. */
  nodes: (runId: number) => Promise<Record<string, NodeStatus>>;
  steps: (runId: number) => Promise<Record<string, Step>>;
  /** The tasks of a run, oldest first. */
  children: (runId: number) => Promise<(typeof tasks.$inferSelect)[]>;
};

export async function workflowSite(db: Database): Promise<WorkflowSite> {
  const site = await taskSite(db);
  const runner = await HandRunner.start(db);
  const rowsOf = (runId: number) =>
    db.select().from(workflowNodes).where(eq(workflowNodes.task_id, runId)).orderBy(asc(workflowNodes.key));
  return {
    ...site,
    runner,
    workflow: (nodes, edges = [], changes = {}) =>
      insertTemplateRow(db, site.w.projectId, site.r, {
        name: "Release",
        app: "workflow",
        playbook: "",
        repository_id: null,
        graph: { nodes, edges },
        ...changes,
      }),
    async play(end = "success", changes = {}) {
      const ref = await runner.take();
      const [task] = await db.select({ key: tasks.node_key }).from(tasks).where(eq(tasks.id, ref.task_id));
      await runner.finish(ref, end, { exit_code: end === "success" ? 0 : 1, ...changes });
      return task?.key ?? null;
    },
    nodes: async (runId) => Object.fromEntries((await rowsOf(runId)).map(({ key, status }) => [key, status])),
    steps: async (runId) =>
      Object.fromEntries((await rowsOf(runId)).map(({ key, status, reason }) => [key, { status, reason }])),
    children: (runId) => db.select().from(tasks).where(eq(tasks.parent_task_id, runId)).orderBy(asc(tasks.id)),
  };
}
