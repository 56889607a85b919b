import { crc32 } from "node:zlib";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { logChunks, taskAttempts } from "@/db/schema/tasks";
import { AppError } from "@/lib/operation/errors";
import type { LogChunk } from "@/lib/protocol/log";
import type { AttemptRef } from "@/lib/protocol/runner";
import { type AttemptRow, isAttempt, lockAttempt } from "@/lib/task/attempt/open-attempts";
import { knownTail, rememberTail } from "@/lib/task/log/log-tails";
import { chunkStored } from "@/lib/task/log/stored-chunks";

/**
 * Stores a chunk if it continues the log. A duplicate is ignored; one that leaves a gap is refused with the line to
 * resume from. So resent lines are stored once and in order. Returns the next line.
 *
 * Most chunks continue what this process stored before and take one guarded statement. Only the others lock the attempt,
 * to find out what to reply.
 */
export async function storeChunk(db: Db, runnerId: number, ref: AttemptRef, chunk: LogChunk): Promise<number> {
  const readable = readableChunk(chunk);
  if (await storeNext(db, runnerId, ref, readable)) return endOf(readable);
  return db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, runnerId, ref.task_id, ref.attempt);
    return (await appendLog(tx, attempt, readable)).log_lines;
  });
}

/** False, and nothing stored, if the log does not end where this process left it, or the attempt is not the runner's. */
async function storeNext(db: Db, runnerId: number, ref: AttemptRef, chunk: LogChunk): Promise<boolean> {
  const tail = knownTail(ref);
  if (tail.lines !== chunk.first_line) return false;
  const next = { lines: endOf(chunk), crc: crc32(`${chunk.text}\n`, tail.crc) };
  const row = rowOf(ref, chunk);
  const open = and(
    isAttempt(ref),
    eq(taskAttempts.runner_id, runnerId),
    isNotNull(taskAttempts.begun_at),
    isNull(taskAttempts.ended_at),
    eq(taskAttempts.log_lines, tail.lines),
    eq(taskAttempts.log_crc, tail.crc),
  );
  const stored = await db.execute(sql`
    with attempt as (
      update ${taskAttempts} set log_lines = ${next.lines}, log_crc = ${next.crc}, heartbeat_at = now()
      where ${open} returning 1)
    insert into ${logChunks} (task_id, first_line, line_count, attempt, time, offsets, text)
    select ${row.task_id}, ${row.first_line}, ${row.line_count}, ${row.attempt}, ${row.time}::timestamptz,
      ${sql.param(row.offsets, logChunks.offsets)}::integer[], ${row.text} from attempt
    returning 1`);
  if (stored.length === 0) return false;
  rememberTail(ref, next);
  chunkStored(ref.task_id, chunk);
  return true;
}

/** Stores a chunk of an attempt whose row the caller has locked; returns the row as it is then. */
export async function appendLog(tx: Db, attempt: AttemptRow, given: LogChunk): Promise<AttemptRow> {
  const chunk = readableChunk(given);
  const { log_lines } = attempt;
  if (chunk.first_line > log_lines) throw new AppError("conflict", { key: "logGap", extra: { next_line: log_lines } });
  if (chunk.first_line < log_lines) return attempt;
  const next = { lines: endOf(chunk), crc: crc32(`${chunk.text}\n`, attempt.log_crc) };
  await tx.insert(logChunks).values(rowOf(attempt, chunk));
  await tx
    .update(taskAttempts)
    .set({ log_lines: next.lines, log_crc: next.crc, heartbeat_at: sql`now()` })
    .where(isAttempt(attempt));
  // Were this rolled back, the guard of the next chunk would not hold.
  rememberTail(attempt, next);
  return { ...attempt, log_lines: next.lines, log_crc: next.crc };
}

/** Postgres stores no NUL. */
function readableChunk(chunk: LogChunk): LogChunk {
  if (chunk.text.split("\n").length !== chunk.offsets.length)
    throw new AppError("invalid", { issues: [{ path: "offsets", key: "chunkMismatch" }] });
  return { ...chunk, text: chunk.text.replaceAll("\0", "\ufffd") };
}

const endOf = ({ first_line, offsets }: LogChunk): number => first_line + offsets.length;

const rowOf = ({ task_id, attempt }: AttemptRef, { first_line, time, offsets, text }: LogChunk) => ({
  task_id,
  first_line,
  line_count: offsets.length,
  attempt,
  time,
  offsets,
  text,
});

/** Appends a line from the server itself, e.g. that the runner is gone. */
export const appendMarker = (tx: Db, attempt: AttemptRow, text: string): Promise<AttemptRow> =>
  appendLog(tx, attempt, { first_line: attempt.log_lines, time: new Date().toISOString(), offsets: [0], text });

/** Deletes the log so that the runner sends it again: it differs from what the runner has. */
export async function dropLog(tx: Db, attempt: AttemptRow): Promise<void> {
  await tx.delete(logChunks).where(eq(logChunks.task_id, attempt.task_id));
  await tx.update(taskAttempts).set({ log_lines: 0, log_crc: 0 }).where(isAttempt(attempt));
  rememberTail(attempt, { lines: 0, crc: 0 });
}
