import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { tasks } from "@/db/schema/tasks";
import { users } from "@/db/schema/users";
import type { TaskTrigger } from "@/lib/protocol/status";
import { readOutputs } from "@/lib/task/results/outputs";
import { inTime } from "@/lib/task/workflow/in-time";
import type { Known, NodeResult, Run } from "@/lib/task/workflow/run";
import { hasEnded } from "@/lib/workflow/rules/decide";
import { ExpressionError, type ExpressionValues, evaluateCondition } from "@/lib/workflow/rules/expression";
import type { WorkflowEdge } from "@/lib/workflow/schema";

const NOTHING: NodeResult = { outputs: {}, version: null, commit: null };

/** What the expressions of a run can name now. */
export async function expressionValues(tx: Db, run: Run): Promise<ExpressionValues> {
  run.known ??= await readKnown(tx, run);
  return valuesOf(run, run.known);
}

function valuesOf({ task, nodes }: Run, { results, user }: Known): ExpressionValues {
  const ended = [...nodes.values()].filter(({ status }) => hasEnded(status));
  return {
    inputs: task.answers,
    nodes: Object.fromEntries(ended.map(({ key, status }) => [key, { status, ...(results.get(key) ?? NOTHING) }])),
    run: { id: task.id, user, trigger: triggerOf(task), created: task.created },
  };
}

function triggerOf({ user_id, schedule_id, integration_id }: Run["task"]): TaskTrigger {
  if (user_id !== null) return "user";
  if (schedule_id !== null) return "schedule";
  return integration_id === null ? "autorun" : "integration";
}

async function readKnown(tx: Db, { task, nodes }: Run): Promise<Known> {
  const keys = new Map(
    [...nodes.values()].flatMap(({ key, child_id }) => (child_id === null ? [] : [[child_id, key]])),
  );
  const ids = [...keys.keys()];
  const [outputs, children, [user]] = await Promise.all([
    readOutputs(tx, ids),
    tx
      .select({ id: tasks.id, version: tasks.version, incoming: tasks.incoming_version, commit: tasks.commit_hash })
      .from(tasks)
      .where(isOneOf(tasks.id, ids)),
    tx
      .select({ username: users.username })
      .from(users)
      .where(eq(users.id, task.user_id ?? 0)),
  ]);
  const results = children.map(({ id, version, incoming, commit }): [string, NodeResult] => [
    keys.get(id) ?? "",
    { outputs: outputs.get(id) ?? {}, version: version ?? incoming, commit },
  ]);
  return { results: new Map(results), user: user?.username ?? null };
}

/** Whether the conditions of edges are true now; reads nothing for a graph without any. */
export async function conditionsOf(tx: Db, run: Run) {
  if (run.graph.edges.every(({ condition }) => condition === "")) return () => true;
  await expressionValues(tx, run);
  return ({ condition }: WorkflowEdge): boolean | { problem: string } => {
    try {
      const values = valuesOf(run, run.known ?? { results: new Map(), user: null });
      return inTime(values.inputs, () => evaluateCondition(condition, values));
    } catch (error) {
      if (error instanceof ExpressionError) return { problem: error.message };
      throw error;
    }
  };
}
