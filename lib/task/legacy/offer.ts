import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { legacyAttempts } from "@/db/schema/legacy-attempts";
import type { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { announceAll } from "@/lib/operation/announce";
import { AppError } from "@/lib/operation/errors";
import type { Job } from "@/lib/protocol/job";
import { LEGACY_INSTANCE, type LegacyState } from "@/lib/protocol/legacy-runner";
import { withoutReserved } from "@/lib/protocol/reserved-variables";
import type { AttemptRef } from "@/lib/protocol/runner";
import { secretsOf } from "@/lib/redact/secrets";
import { taskChanged } from "@/lib/task/announce";
import { beginTask } from "@/lib/task/attempt/begin";
import { handOut } from "@/lib/task/attempt/hand-out";
import { lockOpenAttempt } from "@/lib/task/attempt/open-attempts";
import { isLegacy, type LegacyAttempt, legacyAttemptsOf, openRefs } from "@/lib/task/legacy/attempts";
import { legacyJob } from "@/lib/task/legacy/job-json";
import { sealSecrets, secretsIn } from "@/lib/task/legacy/log";
import { appendMarker } from "@/lib/task/log/append-log";
import { claimTasks } from "@/lib/task/queue/claim";
import { renewLeases } from "@/lib/task/queue/directives";
import { readAttempts, unbegunAttempts } from "@/lib/task/queue/look";
import type { TaskRow } from "@/lib/task/transition";

type Runner = typeof runners.$inferSelect;

/** The answer to a GET of Semaphore's runner; the first one with a job is its begin. */
export async function legacyState(db: Db, runner: Runner): Promise<LegacyState> {
  await takeNext(db, runner, await legacyAttemptsOf(db, runner.id));
  const attempts = await legacyAttemptsOf(db, runner.id);
  await renewLeases(db, runner.id, openRefs(attempts));
  const state: LegacyState = { CurrentJobs: null, new_jobs: null, access_keys: {} };
  for (const attempt of attempts) {
    if (isOffered(attempt)) await addJob(db, attempt, state);
    else state.CurrentJobs = [...(state.CurrentJobs ?? []), { id: attempt.row.id, status: statusOf(attempt) }];
  }
  return state;
}

const isOffered = ({ row, ended_at, stop_requested }: LegacyAttempt): boolean =>
  !row.seen_at && !ended_at && !stop_requested;

/** Only `stopping` makes such a runner end a job; at a final status it would forget the job and let it run. */
const statusOf = ({ ended_at, stop_requested }: LegacyAttempt) => (ended_at || stop_requested ? "stopping" : "running");

/**
 * One at a time: such a runner begins a job every five seconds, and until then any other could have it. Nothing while it
 * has one that it may not have heard of.
 */
async function takeNext(db: Db, runner: Runner, attempts: readonly LegacyAttempt[]): Promise<void> {
  if (attempts.some(isOffered)) return;
  const [again] = unbegunAttempts(await readAttempts(db, runner.id, []), LEGACY_INSTANCE, []);
  const ref = again ?? (await claim(db, runner));
  if (!ref) return;
  try {
    announceAll(db, taskChanged(await begin(db, runner, ref)));
  } catch (error) {
    // Stopped since it was claimed.
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
  }
}

async function claim(db: Db, { id }: Runner): Promise<AttemptRef | undefined> {
  const claims = await claimTasks(db, { runnerId: id, instanceId: LEGACY_INSTANCE }, 1);
  return claims.tasks.map((task) => ({ task_id: task.id, attempt: task.attempt }))[0];
}

const begin = (db: Db, { id }: Runner, { task_id, attempt }: AttemptRef) =>
  db.transaction(async (tx) => {
    const task = await beginTask(tx, id, task_id, { attempt, instance_id: LEGACY_INSTANCE, phase: "run" });
    const row = {
      attempt,
      runner_id: id,
      offered_at: sql`now()`,
      seen_at: null,
      held: null,
      batch: null,
      log_bytes: 0,
    };
    const values = { ...row, secrets: sealSecrets(task_id, []) };
    await tx
      .insert(legacyAttempts)
      .values({ id: task_id, ...values })
      .onConflictDoUpdate({ target: legacyAttempts.id, set: values });
    return task;
  });

async function addJob(db: Db, { row }: LegacyAttempt, state: LegacyState): Promise<void> {
  const [task] = await db.select().from(tasks).where(eq(tasks.id, row.id));
  const job = task && (await jobFor(db, row, task));
  if (!job) return;
  const wire = legacyJob(task, job);
  state.new_jobs = [...(state.new_jobs ?? []), wire.job];
  for (const key of wire.keys) state.access_keys[key.id] = key;
}

/** Its secrets are noted before it leaves. They may have changed since it was offered first: both are masked. */
async function jobFor(db: Db, { id, attempt }: LegacyAttempt["row"], task: TaskRow): Promise<Job | null> {
  const handed = await handOut(db, task, "run").catch((error: unknown) => {
    if (error instanceof AppError && error.code === "conflict") return null;
    throw error;
  });
  if (!handed) return null;
  const { job, notes } = withoutReserved(handed);
  return db.transaction(async (tx) => {
    const locked = await lockOpenAttempt(tx, { task_id: id, attempt });
    const [row] = await tx.select().from(legacyAttempts).where(isLegacy(id));
    if (!locked || !row) return null;
    const secrets = [...new Set([...secretsIn(row), ...secretsOf(job)])];
    await tx
      .update(legacyAttempts)
      .set({ offered_at: sql`now()`, secrets: sealSecrets(id, secrets) })
      .where(isLegacy(id));
    if (locked.log_lines === 0 && notes.length > 0) await appendMarker(tx, locked, notes.join("; "));
    return job;
  });
}
