import { and, eq, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { claimable } from "@/db/announcement";
import type { Db } from "@/db/client";
import { notifyAtCommit } from "@/db/notify";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { enqueueAlerts } from "@/lib/notification/enqueue";
import { AppError } from "@/lib/operation/errors";
import { appFamily, plansFirst } from "@/lib/protocol/app";
import type { AttemptRef, Facts as FactsSchema, ProgressRequest } from "@/lib/protocol/runner";
import type { StateBackend } from "@/lib/protocol/state";
import { pinHostKeys } from "@/lib/repository/host-keys";
import { settings } from "@/lib/settings/settings";
import { releaseLocks } from "@/lib/state/locks";
import { noteUse } from "@/lib/state/workspaces";
import { ELSEWHERE, type TaskFacts } from "@/lib/task/attempt/facts";
import { type AttemptRow, attemptOver, lockAttempt } from "@/lib/task/attempt/open-attempts";
import { keepCommits } from "@/lib/task/compare/commits";
import { codeOf, type TaskRow, transition } from "@/lib/task/transition";

type Progress = z.output<typeof ProgressRequest>;
type Facts = z.output<typeof FactsSchema>;

/** Stores what the runner found out, and lets the task wait for a person when the plan is made. */
export async function recordProgress(tx: Db, runnerId: number, taskId: number, progress: Progress): Promise<TaskRow> {
  const attempt = await lockAttempt(tx, runnerId, taskId, progress.attempt);
  if (!progress.await_confirmation) return recordFacts(tx, attempt, progress);
  const task = await awaitConfirmation(tx, attempt, ofTask(progress));
  if (!task) throw attemptOver();
  await applyFacts(tx, task, progress);
  return task;
}

/** Those that are columns of the task, for a change that stores them; applyFacts then does the rest. */
export const columnsOf = (facts: Facts): Partial<TaskFacts> => definedOnly(ofTask(facts));

/** Stores facts of an attempt that the caller has locked; fails if it is not its task's current one. */
async function recordFacts(tx: Db, { task_id, attempt }: AttemptRef, facts: Facts): Promise<TaskRow> {
  const task = await update(tx, task_id, attempt, ofTask(facts));
  if (!task) throw attemptOver();
  await applyFacts(tx, task, facts);
  return task;
}

export async function applyFacts(tx: Db, task: TaskRow, facts: Facts): Promise<void> {
  const { state_backend, new_known_hosts, commits } = facts;
  if (commits) await keepCommits(tx, task.id, commits);
  if (state_backend) await noteBackend(tx, task, state_backend);
  if (new_known_hosts) await pinHostKeys(tx, new_known_hosts, runOf(task));
}

/** Decides for later tasks of the template: whose state is kept elsewhere need not wait for each other. */
async function noteBackend(tx: Db, { template_id, state_id }: TaskRow, backend: StateBackend): Promise<void> {
  const declares_backend = backend !== "product";
  const changed = await tx
    .update(templates)
    .set({ declares_backend })
    .where(and(eq(templates.id, template_id), ne(templates.declares_backend, declares_backend)))
    .returning({ id: templates.id });
  if (declares_backend && changed.length > 0) await notifyAtCommit(tx, [claimable]);
  // The state is then listed, empty, so that the one in the folder can be uploaded there.
  if (backend === "in_place" && state_id !== null) await noteUse(tx, state_id);
}

const runOf = ({ project_id, snapshot }: TaskRow) => ({
  projectId: project_id,
  urls: [codeOf(snapshot).git_url, snapshot.inventory?.repository?.git_url],
  // Only Ansible goes on to hosts of an inventory, and keeps their keys.
  others: appFamily(snapshot.template.app) === "ansible",
});

const versionIn = (backend: StateBackend | undefined) => backend && (backend === "product" ? null : ELSEWHERE);

const ofTask = ({ commit_hash, commit_message, plan, hosts, drift, stages, state_backend }: Facts): TaskFacts => ({
  commit_hash,
  commit_message,
  plan,
  hosts,
  drift,
  stages,
  state_version: versionIn(state_backend),
});

async function update(tx: Db, taskId: number, attempt: number, facts: TaskFacts): Promise<TaskRow | undefined> {
  const current = and(eq(tasks.id, taskId), eq(tasks.attempt, attempt));
  const [row] = Object.values(facts).some((fact) => fact !== undefined)
    ? await tx.update(tasks).set(facts).where(current).returning()
    : await tx.select().from(tasks).where(current);
  return row;
}

/** A runner that lost the answer asks again, so a task that waits already is fine. */
async function awaitConfirmation(tx: Db, attemptRow: AttemptRow, facts: TaskFacts): Promise<TaskRow | undefined> {
  const { task_id: taskId, attempt } = attemptRow;
  await refuseUnplanned(tx, attemptRow);
  const confirm_until = sql`now() + make_interval(secs => ${settings().confirmationExpiresMs / 1000})`;
  const asked = await transition(tx, "askConfirmation", { taskId, attempt }, { ...definedOnly(facts), confirm_until });
  if (asked) {
    await releaseLocks(tx, [taskId]);
    await enqueueAlerts(tx, [asked]);
    return asked;
  }
  const [waiting] = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, taskId), eq(tasks.attempt, attempt), eq(tasks.status, "waiting_confirmation")));
  return waiting;
}

/** A runner must not park a script or a check where only a person can release it, nor a plan that is being applied. */
async function refuseUnplanned(tx: Db, { task_id, applied_at }: AttemptRow): Promise<void> {
  const { snapshot, drift_check } = tasks;
  const [task] = await tx.select({ snapshot, drift_check }).from(tasks).where(eq(tasks.id, task_id));
  if (!task || !plansFirst(task.snapshot.template.app) || task.drift_check || applied_at)
    throw new AppError("invalid", { key: "confirmationUnplanned" });
}

const definedOnly = (facts: TaskFacts): Partial<TaskFacts> =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
