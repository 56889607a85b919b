import { and, asc, count, eq, inArray, ne, notInArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import type { AttemptRef } from "@/lib/protocol/runner";
import { blockedBy, type Candidate, type QueueState, type RunnerState } from "@/lib/task/admission";
import { type TaskRow, transition } from "@/lib/task/transition";

type Runner = typeof runners.$inferSelect;

/** How many projects one claim looks at before it gives the others a turn. */
const PROJECTS_AT_ONCE = 50;

/** Hands the runner up to `free` tasks, each claimed in a transaction of its own. */
export async function claimTasks(db: Db, runner: Runner, instanceId: string, free: number): Promise<TaskRow[]> {
  const claimed: TaskRow[] = [];
  while (claimed.length < free) {
    const task = await db.transaction((tx) => claimOne(tx, runner.id, instanceId));
    if (!task) break;
    claimed.push(task);
  }
  return claimed;
}

/** Attempts of this process that were claimed but never begun: their answer was lost, so they are offered again. */
export async function unbegunAttempts(
  db: Db,
  runnerId: number,
  instanceId: string,
  known: AttemptRef[],
): Promise<AttemptRef[]> {
  const knownIds = known.map(({ task_id }) => task_id);
  return db
    .select({ task_id: taskAttempts.task_id, attempt: taskAttempts.attempt })
    .from(taskAttempts)
    .innerJoin(tasks, and(eq(tasks.id, taskAttempts.task_id), eq(tasks.attempt, taskAttempts.attempt)))
    .where(
      and(
        eq(taskAttempts.runner_id, runnerId),
        eq(taskAttempts.instance_id, instanceId),
        sql`${taskAttempts.ended_at} is null`,
        eq(tasks.status, "starting"),
        knownIds.length > 0 ? notInArray(taskAttempts.task_id, knownIds) : undefined,
      ),
    );
}

async function claimOne(tx: Db, runnerId: number, instanceId: string): Promise<TaskRow | null> {
  // The runner's row is locked first, so that its own cap holds under concurrent polls.
  const [runner] = await tx.select().from(runners).where(eq(runners.id, runnerId)).for("no key update");
  if (!runner || runner.instance_id !== instanceId) return null;
  const state = await runnerState(tx, runner);
  for (const projectId of await projectsInTurn(tx)) {
    const candidate = await firstAdmitted(tx, projectId, state);
    if (candidate) return take(tx, candidate, runner, instanceId);
  }
  return null;
}

export async function runnerState(db: Db, runner: Runner): Promise<RunnerState> {
  const [row] = await db
    .select({ running: count() })
    .from(tasks)
    .where(and(eq(tasks.runner_id, runner.id), tasks.holds_slot));
  return {
    active: runner.active,
    connected: true,
    tag: runner.tag,
    tools: runner.tools,
    limit: runner.max_parallel_tasks,
    running: row?.running ?? 0,
  };
}

/** Projects with waiting tasks: those that run least first, then the one that waits longest. */
async function projectsInTurn(tx: Db): Promise<number[]> {
  const running = sql<number>`(select count(*) from ${tasks} a where a.project_id = ${tasks.project_id} and a.holds_slot)`;
  const rows = await tx
    .select({ project_id: tasks.project_id })
    .from(tasks)
    .where(eq(tasks.status, "waiting"))
    .groupBy(tasks.project_id)
    .orderBy(running, sql`min(${tasks.id})`)
    .limit(PROJECTS_AT_ONCE);
  return rows.map((row) => row.project_id);
}

type Waiting = Candidate & { id: number; template_id: number };

/** The oldest task of the project the runner may start. The project's row is locked, so that the caps are exact. */
async function firstAdmitted(tx: Db, projectId: number, runner: RunnerState): Promise<Waiting | null> {
  const [project] = await tx
    .select({ limit: projects.max_parallel_tasks })
    .from(projects)
    .where(eq(projects.id, projectId))
    .for("no key update");
  if (!project) return null;
  const busy = await busyTasks(tx, projectId);
  const candidates = await oldestOfEachTemplate(tx, projectId);
  return (
    candidates.find((task) => blockedBy(task, queueState(project.limit, busy, task.template_id), runner) === null) ??
    null
  );
}

type Busy = { id: number; template_id: number; holds_slot: boolean };

/** Everything of a project between claim and end; tasks that wait for a person hold no slot but keep their template busy. */
export async function busyTasks(db: Db, projectId: number): Promise<Busy[]> {
  return db
    .select({ id: tasks.id, template_id: tasks.template_id, holds_slot: tasks.holds_slot })
    .from(tasks)
    .where(
      and(
        eq(tasks.project_id, projectId),
        ne(tasks.status, "waiting"),
        sql`${tasks.status} not in ('success', 'error', 'stopped')`,
      ),
    )
    .orderBy(asc(tasks.id));
}

export const queueState = (projectLimit: number, busy: Busy[], templateId: number): QueueState => ({
  projectLimit,
  holding: busy.filter((task) => task.holds_slot),
  templateBusy: busy.filter((task) => task.template_id === templateId),
});

async function oldestOfEachTemplate(tx: Db, projectId: number): Promise<Waiting[]> {
  const rows = await tx
    .selectDistinctOn([tasks.template_id], {
      id: tasks.id,
      template_id: tasks.template_id,
      ...candidateColumns,
    })
    .from(tasks)
    .innerJoin(templates, eq(templates.id, tasks.template_id))
    .where(and(eq(tasks.project_id, projectId), eq(tasks.status, "waiting")))
    .orderBy(tasks.template_id, tasks.id);
  return rows.sort((a, b) => a.id - b.id);
}

export const candidateColumns = {
  app: sql<string>`${tasks.snapshot}->'template'->>'app'`,
  app_path: sql<string | null>`${tasks.snapshot}->'app'->>'path'`,
  runner_tag: sql<string>`${tasks.snapshot}->'template'->>'runner_tag'`,
  allow_parallel_tasks: templates.allow_parallel_tasks,
};

async function take(tx: Db, candidate: Waiting, runner: Runner, instanceId: string): Promise<TaskRow | null> {
  const task = await transition(
    tx,
    "claim",
    { taskId: candidate.id },
    { attempt: sql`${tasks.attempt} + 1`, runner_id: runner.id, reason: null },
  );
  if (!task) return null;
  await tx.insert(taskAttempts).values({
    task_id: task.id,
    attempt: task.attempt,
    runner_id: runner.id,
    instance_id: instanceId,
    heartbeat_at: sql`now()`,
  });
  return task;
}

/** Unfinished attempts by task, for those who need the newest one. */
export const openAttempts = (db: Db, runnerId: number) =>
  db
    .select({ attempt: taskAttempts, task: tasks })
    .from(taskAttempts)
    .innerJoin(tasks, and(eq(tasks.id, taskAttempts.task_id), eq(tasks.attempt, taskAttempts.attempt)))
    .where(
      and(
        eq(taskAttempts.runner_id, runnerId),
        sql`${taskAttempts.ended_at} is null`,
        inArray(tasks.status, UNFINISHED),
      ),
    );

const UNFINISHED = ["starting", "running", "stopping", "waiting_confirmation", "confirmed"] as const;
