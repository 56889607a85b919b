import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskPlans } from "@/db/schema/task-plans";
import type { TaskPlan } from "@/lib/protocol/plan";
import { compareCommits } from "@/lib/task/compare/commits";
import { compareDurations, compareHosts, comparePlans } from "@/lib/task/compare/differences";
import { compareFields } from "@/lib/task/compare/field-changes";
import { readNames } from "@/lib/task/compare/names";
import { readRunResults } from "@/lib/task/compare/results";
import { findOther, firstFailure, type Run, readRun } from "@/lib/task/compare/run";
import { findSuspects } from "@/lib/task/compare/suspects";
import type { ComparedRun, CompareQuery, TaskComparison } from "@/lib/task/schema/compare";

type Of = { projectId: number; taskId: number } & CompareQuery;

/** The two runs; null when the project lacks one of them, or the task is the first of its template. */
export async function readBoth(db: Db, { projectId, taskId, with: wanted }: Of) {
  const otherId = wanted ?? (await findOther(db, projectId, taskId));
  if (otherId === null) return null;
  const [before, after] = await Promise.all([readRun(db, projectId, otherId), readRun(db, projectId, taskId)]);
  return before && after ? { before, after } : null;
}

export async function compareTasks(db: Db, of: Of): Promise<TaskComparison | null> {
  const runs = await readBoth(db, of);
  if (!runs) return null;
  const { before, after } = runs;
  const [names, one, other, commits, plan, failing_since] = await Promise.all([
    readNames(db, [before, after]),
    readRunResults(db, before),
    readRunResults(db, after),
    compareCommits(db, before, after),
    readPlans(db, before, after),
    firstFailure(db, runs),
  ]);
  const fields = compareFields(before, after, names);
  const hosts = compareHosts(one, other);
  return {
    before: presentRun(before),
    after: presentRun(after),
    failing_since,
    suspects: findSuspects({ before, after, fields, hosts, commits, results: other }),
    fields,
    commits,
    hosts,
    plan,
    durations: compareDurations({ run: before, results: one }, { run: after, results: other }),
  };
}

async function readPlans(db: Db, before: Run, after: Run): Promise<TaskComparison["plan"]> {
  if (!before.plan && !after.plan) return null;
  const [one, other] = await Promise.all([readPlan(db, before), readPlan(db, after)]);
  const changes = one && other ? comparePlans(one, other) : { list: [], more: 0 };
  return { ...changes, before: before.plan, after: after.plan };
}

async function readPlan(db: Db, { id, results }: Run): Promise<TaskPlan | null> {
  if (!results.includes("plan")) return null;
  const [row] = await db.select({ plan: taskPlans.plan }).from(taskPlans).where(eq(taskPlans.task_id, id));
  return row?.plan ?? null;
}

const presentRun = ({ id, template_id, snapshot, status, start, end, commit_hash, runner_name }: Run): ComparedRun => ({
  id,
  template_id,
  status,
  start,
  end,
  commit_hash,
  runner_name,
  template_name: snapshot.template.name,
});
