import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Announcement } from "@/db/announcement";
import type { Db } from "@/db/client";
import { legacyAttempts } from "@/db/schema/legacy-attempts";
import { toAppError } from "@/lib/operation/errors";
import { MAX_SUBJECT_LENGTH } from "@/lib/protocol/commits";
import type { LegacyJobProgress, LegacyProgress } from "@/lib/protocol/legacy-runner";
import { Commit, type FinishRequest, type ProgressRequest } from "@/lib/protocol/runner";
import { FINAL_STATUSES } from "@/lib/protocol/status";
import { beginning } from "@/lib/protocol/storable";
import { taskChanged } from "@/lib/task/announce";
import { endTask } from "@/lib/task/attempt/end";
import { finishTask } from "@/lib/task/attempt/finish";
import { giveUp } from "@/lib/task/attempt/hand-out";
import { type AttemptRow, attemptOver, lockAttempt, lockOpenAttempt } from "@/lib/task/attempt/open-attempts";
import { recordProgress } from "@/lib/task/attempt/progress";
import { loseAttempt } from "@/lib/task/attempt/recover";
import {
  isLegacy,
  type LegacyAttempt,
  type LegacyRow,
  legacyAttemptsOf,
  openRefs,
  refOf,
} from "@/lib/task/legacy/attempts";
import { appendRecords, maskerOf } from "@/lib/task/legacy/log";
import { cleanLines } from "@/lib/task/log/line-chunks";
import { renewLeases } from "@/lib/task/queue/directives";
import type { TaskRow } from "@/lib/task/transition";

const End = z.enum(FINAL_STATUSES);

/** `over`: jobs that the runner still lists. */
type Reported = { over: number[]; announcements: Announcement[] };

/** A PUT of Semaphore's runner. Each job has a transaction of its own, so that one cannot keep the others' logs out. */
export async function reportLegacy(
  db: Db,
  runnerId: number,
  { Jobs }: z.output<typeof LegacyProgress>,
): Promise<Reported> {
  const attempts = await legacyAttemptsOf(db, runnerId);
  await renewLeases(db, runnerId, openRefs(attempts));
  const reported: Reported = { over: [], announcements: [] };
  for (const job of Jobs ?? []) {
    const attempt = attempts.find(({ row }) => row.id === job.ID);
    await reportJob(db, runnerId, job, attempt, reported);
  }
  const listed = new Set(Jobs?.map(({ ID }) => ID));
  for (const attempt of attempts.filter(({ row }) => !listed.has(row.id))) {
    const task = await settleUnlisted(db, attempt);
    if (task) reported.announcements.push(...taskChanged(task));
  }
  return reported;
}

async function reportJob(
  db: Db,
  runnerId: number,
  job: LegacyJobProgress,
  attempt: LegacyAttempt | undefined,
  reported: Reported,
): Promise<void> {
  try {
    if (!attempt) throw attemptOver();
    const { changed, next_line } = await db.transaction((tx) => record(tx, runnerId, job, attempt));
    if (job.LogRecords?.length) reported.announcements.push({ type: "log", task_id: job.ID, next_line });
    reported.announcements.push(...changed.flatMap(taskChanged));
  } catch (error) {
    const { code } = toAppError(error);
    if (code === "unavailable") throw error;
    if (attempt && code !== "conflict") await giveUp(db, attempt.row, error);
    if (!endOf(job)) reported.over.push(job.ID);
    else if (attempt) await forget(db, attempt.row);
  }
}

/** Returns the tasks that changed, and where the log ends now. */
async function record(
  tx: Db,
  runnerId: number,
  job: LegacyJobProgress,
  { row, commit_hash }: LegacyAttempt,
): Promise<{ changed: TaskRow[]; next_line: number }> {
  const locked = await lockAttempt(tx, runnerId, row.id, row.attempt);
  const [current] = await tx.select().from(legacyAttempts).where(isLegacy(row.id));
  if (!current || current.attempt !== row.attempt) throw attemptOver();
  const end = endOf(job);
  const records = job.LogRecords ?? [];
  const logged = records.length > 0 || (end && current.held);
  const sent = { records, complete: end !== null };
  const attempt = logged ? await appendRecords(tx, locked, current, sent) : locked;
  await tx.update(legacyAttempts).set({ seen_at: sql`now()` }).where(isLegacy(row.id));
  const facts = commitOf(job, current);
  const noted =
    facts && facts.commit_hash !== commit_hash
      ? [await recordProgress(tx, runnerId, row.id, { attempt: row.attempt, ...facts })]
      : [];
  return { changed: end ? await finish(tx, runnerId, end, attempt) : noted, next_line: attempt.log_lines };
}

const endOf = ({ Status }: LegacyJobProgress) => End.safeParse(Status).data ?? null;

function commitOf(
  { Commit: commit }: LegacyJobProgress,
  row: LegacyRow,
): Partial<z.output<typeof ProgressRequest>> | null {
  if (!commit || !Commit.safeParse(commit.hash).success) return null;
  const [message = ""] = cleanLines(maskerOf(row).mask(commit.message.split("\n")[0] ?? ""));
  return { commit_hash: commit.hash, commit_message: beginning(message, MAX_SUBJECT_LENGTH) };
}

/** Such a runner vouches for no checksum and knows no exit code. What it was told to end may end as an error. */
async function finish(tx: Db, runnerId: number, status: z.output<typeof End>, attempt: AttemptRow): Promise<TaskRow[]> {
  const { log_lines: total_lines, log_crc: checksum } = attempt;
  const end: Pick<z.output<typeof FinishRequest>, "result" | "reason" | "exit_code"> = status === "success"
    ? { result: "success", reason: null, exit_code: 0 }
    : attempt.stop_requested
      ? { result: "stopped", reason: null, exit_code: null }
      : { result: "error", reason: "exit_code", exit_code: null };
  const finished = await finishTask(tx, runnerId, attempt.task_id, {
    attempt: attempt.attempt,
    total_lines,
    checksum,
    ...end,
  });
  await tx.delete(legacyAttempts).where(isLegacy(attempt.task_id));
  return finished.finished ? [finished.task] : [];
}

/** What a PUT does not list. Returns the task if that ends it. */
async function settleUnlisted(db: Db, attempt: LegacyAttempt): Promise<TaskRow | null> {
  const { row, ended_at, stop_requested, gone, unknown } = attempt;
  if (ended_at) await forget(db, row);
  return !ended_at && (gone || (unknown && stop_requested)) ? db.transaction((tx) => endUnlisted(tx, row, gone)) : null;
}

/** The runner was restarted, or its last report was lost; or it was to be stopped and never had it. */
async function endUnlisted(tx: Db, row: LegacyRow, gone: boolean): Promise<TaskRow | null> {
  const { id: taskId, attempt } = row;
  const locked = await lockOpenAttempt(tx, refOf(row));
  const [current] = await tx.select().from(legacyAttempts).where(isLegacy(taskId));
  if (!locked || current?.seen_at !== row.seen_at || current.offered_at !== row.offered_at) return null;
  const task = gone
    ? await loseAttempt(tx, refOf(row), "runner_restarted")
    : await endTask(tx, "stop", { taskId, attempt }, "stopped_by_user");
  await forget(tx, row);
  return task;
}

const forget = (db: Db, { id, attempt }: LegacyRow) =>
  db.delete(legacyAttempts).where(and(isLegacy(id), eq(legacyAttempts.attempt, attempt)));
