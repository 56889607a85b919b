import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { workflowNodes, workflowRuns } from "@/db/schema/workflows";
import { AppError, found, invalid } from "@/lib/operation/errors";
import { parse } from "@/lib/operation/parse";
import { isFinal } from "@/lib/protocol/status";
import { NewTaskInput } from "@/lib/task/schema";
import type { ResumeInput } from "@/lib/task/schema/workflow";
import { createTasks } from "@/lib/task/start/create";
import { taskOf } from "@/lib/task/start/enqueue";
import type { SettledNode, Trigger } from "@/lib/task/start/new-task";
import type { TaskRow } from "@/lib/task/transition";
import { nodesBefore } from "@/lib/workflow/rules/structure";
import type { WorkflowGraph } from "@/lib/workflow/schema";

type Wanted = z.output<typeof ResumeInput>;
type NodeRow = typeof workflowNodes.$inferSelect;

/** Starts a run that takes up one which is over, with its graph and its inputs. Announce it afterwards. */
export async function resumeRun(
  tx: Db,
  { projectId, taskId }: { projectId: number; taskId: number },
  wanted: Wanted,
  trigger: Trigger,
): Promise<TaskRow> {
  const [row] = await tx
    .select({ task: tasks, graph: workflowRuns.graph })
    .from(tasks)
    .innerJoin(workflowRuns, eq(workflowRuns.task_id, tasks.id))
    .where(and(eq(tasks.project_id, projectId), eq(tasks.id, taskId)));
  const { task, graph } = found(row);
  if (!isFinal(task.status)) throw new AppError("invalid", { key: "taskUnfinished" });
  checkKeys(graph, wanted);
  const nodes = await tx.select().from(workflowNodes).where(eq(workflowNodes.task_id, taskId));
  const settled = settledNodes(graph, nodes, wanted, taskId);
  const { message, environment, template_id } = task;
  const input = parse(NewTaskInput, { template_id, message, environment, secret: wanted.secret });
  const resumed = { originId: taskId, graph, settled };
  const [started] = await createTasks(tx, [{ projectId, input, trigger, resumed }]);
  return taskOf(started);
}

function checkKeys({ nodes }: WorkflowGraph, { from, done, skip }: Wanted): void {
  const known = new Set(nodes.map(({ key }) => key));
  for (const [field, keys] of Object.entries({ from: Array.isArray(from) ? from : [], done, skip }))
    for (const key of keys) if (!known.has(key)) throw invalid(field, "nodeMissing", { node: key });
}

/** What need not run again: what a person says, and what succeeded and does not follow anything that runs again. */
function settledNodes(
  graph: WorkflowGraph,
  nodes: NodeRow[],
  { from, done, skip }: Wanted,
  originId: number,
): SettledNode[] {
  const said: SettledNode[] = [
    ...done.map((key) => ({
      key,
      status: "success" as const,
      reason: { code: "marked_done" as const },
      child_id: null,
    })),
    ...skip.map((key) => ({
      key,
      status: "skipped" as const,
      reason: { code: "skipped_by_user" as const },
      child_id: null,
    })),
  ];
  if (from === "start") return said;
  const named = new Set([...done, ...skip]);
  const again = new Set(Array.isArray(from) ? from : []);
  for (const { key, status } of nodes)
    if ((status === "failed" || status === "stopped") && !named.has(key)) again.add(key);
  const before = nodesBefore(graph);
  const follows = (key: string) =>
    [...(before.get(key) ?? [])].some((earlier) => again.has(earlier) || named.has(earlier));
  const asked = new Set(graph.nodes.flatMap(({ key, kind }) => (kind === "approval" ? key : [])));
  // A decision holds for the run that failed behind it, not for whatever somebody runs again later.
  const isKept = (key: string) => from === "failed" || !asked.has(key);
  const kept = nodes.filter(
    ({ key, status }) => status === "success" && isKept(key) && !named.has(key) && !again.has(key) && !follows(key),
  );
  return [...said, ...kept.map((node) => keep(node, originId))];
}

/** Its outputs stay those of the task that it ran, also through several resumes. */
const keep = ({ key, child_id, reason }: NodeRow, originId: number): SettledNode => ({
  ...{ key, status: "success", child_id },
  reason: reason?.code === "kept" ? reason : { code: "kept", task_id: child_id ?? originId },
});
