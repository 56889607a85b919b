import { and, eq, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { enqueueAlerts } from "@/lib/notification/enqueue";
import { AppError } from "@/lib/operation/errors";
import { appFamily, plansFirst } from "@/lib/protocol/app";
import type { ProgressRequest } from "@/lib/protocol/runner";
import type { StateBackend } from "@/lib/protocol/state";
import { pinHostKeys } from "@/lib/repository/host-keys";
import { settings } from "@/lib/settings/settings";
import { releaseLocks } from "@/lib/state/locks";
import { type AttemptRow, attemptOver, lockAttempt } from "@/lib/task/attempt/open-attempts";
import { type TaskRow, transition } from "@/lib/task/transition";

type Progress = z.output<typeof ProgressRequest>;

/** Stores what the runner found out, and lets the task wait for a person when the plan is made. */
export async function recordProgress(tx: Db, runnerId: number, taskId: number, progress: Progress): Promise<TaskRow> {
  const attempt = await lockAttempt(tx, runnerId, taskId, progress.attempt);
  const { commit_hash, commit_message, plan, hosts, stages } = progress;
  const facts = { commit_hash, commit_message, plan, hosts, stages };
  const task = progress.await_confirmation
    ? await awaitConfirmation(tx, attempt, facts)
    : await update(tx, taskId, progress.attempt, facts);
  if (!task) throw attemptOver();
  if (progress.state_backend) await noteBackend(tx, task, progress.state_backend);
  if (progress.new_known_hosts) await pinHostKeys(tx, progress.new_known_hosts, runOf(task));
  return task;
}

/** Decides for later tasks of the template: whose state is kept elsewhere need not wait for each other. */
const noteBackend = (tx: Db, { template_id }: TaskRow, backend: StateBackend) =>
  tx
    .update(templates)
    .set({ declares_backend: backend !== "product" })
    .where(and(eq(templates.id, template_id), ne(templates.declares_backend, backend !== "product")));

const runOf = ({ project_id, snapshot }: TaskRow) => ({
  projectId: project_id,
  urls: [snapshot.repository.git_url, snapshot.inventory?.repository?.git_url],
  // Only Ansible goes on to hosts of an inventory, and keeps their keys.
  others: appFamily(snapshot.template.app) === "ansible",
});

type Facts = Pick<Progress, "commit_hash" | "commit_message" | "plan" | "hosts" | "stages">;

async function update(tx: Db, taskId: number, attempt: number, facts: Facts): Promise<TaskRow | undefined> {
  const current = and(eq(tasks.id, taskId), eq(tasks.attempt, attempt));
  const [row] = Object.values(facts).some((fact) => fact !== undefined)
    ? await tx.update(tasks).set(facts).where(current).returning()
    : await tx.select().from(tasks).where(current);
  return row;
}

/** A runner that lost the answer asks again, so a task that waits already is fine. */
async function awaitConfirmation(tx: Db, attemptRow: AttemptRow, facts: Facts): Promise<TaskRow | undefined> {
  const { task_id: taskId, attempt } = attemptRow;
  await refuseUnplanned(tx, attemptRow);
  const confirm_until = sql`now() + make_interval(secs => ${settings().confirmationExpiresMs / 1000})`;
  const asked = await transition(tx, "askConfirmation", { taskId, attempt }, { ...definedOnly(facts), confirm_until });
  if (asked) {
    await releaseLocks(tx, taskId);
    await enqueueAlerts(tx, [asked]);
    return asked;
  }
  const [waiting] = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, taskId), eq(tasks.attempt, attempt), eq(tasks.status, "waiting_confirmation")));
  return waiting;
}

/** A runner must not park a script where only a person can release it, nor a plan that is being applied. */
async function refuseUnplanned(tx: Db, { task_id, applied_at }: AttemptRow): Promise<void> {
  const [task] = await tx.select({ snapshot: tasks.snapshot }).from(tasks).where(eq(tasks.id, task_id));
  if (!task || !plansFirst(task.snapshot.template.app) || applied_at)
    throw new AppError("invalid", { key: "confirmationUnplanned" });
}

const definedOnly = (facts: Facts): Partial<Facts> =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
