import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { workflowNodes, workflowRuns } from "@/db/schema/workflows";
import { AppError, found, invalid, notFound } from "@/lib/operation/errors";
import { parse } from "@/lib/operation/parse";
import { isFinal } from "@/lib/protocol/status";
import { NewTaskInput, StoredAnswers } from "@/lib/task/schema";
import type { ResumeInput } from "@/lib/task/schema/workflow";
import { createTasks } from "@/lib/task/start/create";
import { taskOf } from "@/lib/task/start/enqueue";
import { checkGivenAgain } from "@/lib/task/start/given-again";
import type { SettledNode, Trigger } from "@/lib/task/start/new-task";
import { isTaskOf, type TaskRow } from "@/lib/task/transition";
import { askingNodes, lostNodes, nodesDecidedBy, nodesForOthers } from "@/lib/task/workflow/inside";
import { isForOthers } from "@/lib/workflow/rules/approvers";
import { MARKED, passedByDone } from "@/lib/workflow/rules/mark";
import { hasRest, keptOf, secretsInUse } from "@/lib/workflow/rules/resume";
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
    .where(isTaskOf(projectId, taskId));
  const { task, graph } = found(row);
  if (!isFinal(task.status)) throw new AppError("conflict", { key: "taskUnfinished" });
  checkKeys(graph, wanted);
  const nodes = await tx.select().from(workflowNodes).where(eq(workflowNodes.task_id, taskId));
  // The run was deleted meanwhile.
  if (nodes.length < graph.nodes.length) throw notFound();
  const lost = await lostNodes(tx, taskId, graph);
  const ends = new Map(
    nodes.map(({ key, status, reason }) => [key, { status: lost.has(key) ? "stopped" : status, reason }] as const),
  );
  const asking = Array.isArray(wanted.from) ? await askingNodes(tx, taskId) : undefined;
  const kept = keptOf(graph, ends, wanted, asking);
  const isNamed = wanted.done.length + wanted.skip.length > 0;
  if (wanted.from === "failed" && !isNamed && !hasRest(ends, kept)) throw invalid("from", "nothingToResume");
  const settled = [
    ...markedNodes(wanted, trigger.userId ?? null),
    ...nodes.filter(({ key }) => kept.nodes.has(key)).map((node) => keep(node, taskId)),
  ];
  await checkDeciders(tx, { taskId, graph, settled, done: wanted.done }, trigger.userId ?? null);
  const { message, environment, template_id, snapshot } = task;
  const sent = parse(NewTaskInput, { template_id, message, secret: wanted.secret });
  const input = { ...sent, environment: parse(StoredAnswers, environment) };
  const used = secretsInUse(graph, new Set(settled.map(({ key }) => key)));
  checkGivenAgain(used, snapshot.secret_answers ?? null, input.secret);
  const items = [...kept.items];
  const resumed = { originId: taskId, graph, settled, items, secrets: { used, had: snapshot.secret_answers ?? [] } };
  const [started] = await createTasks(tx, [{ projectId, input, trigger, resumed }]);
  return taskOf(started);
}

/** Nodes of the graph, each for one purpose: which one counts would be a guess otherwise. */
function checkKeys({ nodes }: WorkflowGraph, { from, done, skip }: Wanted): void {
  const known = new Set(nodes.map(({ key }) => key));
  const named = new Map<string, string>();
  for (const [field, keys] of Object.entries({ from: Array.isArray(from) ? from : [], done, skip }))
    for (const key of new Set(keys)) {
      if (!known.has(key)) throw invalid(field, "nodeMissing", { node: key });
      const other = named.get(key);
      if (other !== undefined) throw invalid(field, "nodeTwice", { node: key, field: other });
      named.set(key, field);
    }
}

type Taken = { taskId: number; graph: WorkflowGraph; settled: readonly SettledNode[]; done: readonly string[] };

/** Who resumes a run starts the new one, and so may not have decided what is for others, nor get past it. */
async function checkDeciders(tx: Db, { taskId, graph, settled, done }: Taken, userId: number | null): Promise<void> {
  if (userId === null) return;
  const kept = new Set(settled.map(({ key }) => key));
  const decided = new Set(settled.filter((node) => node.decided_by_id === userId).map(({ key }) => key));
  const own = graph.nodes.find((node) => decided.has(node.key) && isForOthers(node, userId, userId))?.key;
  const inside = [...(await nodesDecidedBy(tx, taskId, userId))].find((key) => kept.has(key));
  const forOthers = done.length > 0 ? await nodesForOthers(tx, taskId, graph) : new Set<string>();
  const passed = done.flatMap((key) => passedByDone(graph, { forOthers, isOpen: (one) => !kept.has(one) }, key) ?? []);
  const node = own ?? inside ?? passed[0];
  if (node !== undefined) throw new AppError("forbidden", { key: "decidedByStarter", params: { node } });
}

/** What need not run again because a person says so. */
function markedNodes({ done, skip }: Wanted, userId: number | null): SettledNode[] {
  const mark = { child_id: null, decided_by_id: userId };
  return [
    ...done.map((key) => ({ key, ...MARKED.done, ...mark })),
    ...skip.map((key) => ({ key, ...MARKED.skipped, ...mark })),
  ];
}

/** Its outputs stay those of the task that it ran, also through several resumes; so does the decision of an approval. */
const keep = (
  { key, child_id, reason, decided_by_id, decided_by_name, note, text }: NodeRow,
  originId: number,
): SettledNode => ({
  key,
  status: "success",
  child_id,
  ...(text !== "" && { decided_by_id, decided_by_name, note, text }),
  reason: reason?.code === "kept" ? reason : { code: "kept", task_id: child_id ?? originId },
});
