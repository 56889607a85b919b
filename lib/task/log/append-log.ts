import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { preparedSql } from "@/db/prepared";
import { logChunks } from "@/db/schema/log-chunks";
import { taskAttempts } from "@/db/schema/tasks";
import { AppError, invalid } from "@/lib/operation/errors";
import { type LogChunk, MAX_LOG_LINES } from "@/lib/protocol/log";
import type { AttemptRef } from "@/lib/protocol/runner";
import { storable } from "@/lib/protocol/storable";
import { ATTEMPT, type AttemptRow, isAttempt, lockAttempt } from "@/lib/task/attempt/open-attempts";
import { type LogTail, logTails, tailAfter } from "@/lib/task/log/log-tails";
import { chunkStored } from "@/lib/task/log/stored-chunks";

/** A runner sends fewer: the beginning of a log, its end and what it has to say itself. */
const MAX_LINES = { maximum: 2 * MAX_LOG_LINES };

/**
 * Stores the chunks that continue the log. A duplicate is ignored; one that leaves a gap is refused with the line to
 * resume from. So resent lines are stored once and in order. Returns the next line.
 *
 * Most chunks continue what this process stored before and take one guarded statement. Only the others lock the attempt,
 * to find out what to reply.
 */
export async function storeChunks(db: Db, runnerId: number, ref: AttemptRef, chunks: LogChunk[]): Promise<number> {
  for (const chunk of chunks) {
    refuseMismatch(chunk);
    if (chunk.first_line + chunk.offsets.length > MAX_LINES.maximum) throw invalid("first_line", "tooLarge", MAX_LINES);
  }
  const stored = await storeNext(db, runnerId, ref, chunks);
  if (stored !== null) return stored;
  return db.transaction(async (tx) => {
    let attempt = await lockAttempt(tx, runnerId, ref.task_id, ref.attempt);
    for (const chunk of chunks) attempt = await appendLog(tx, attempt, chunk);
    return attempt.log_lines;
  });
}

/** Null, and nothing stored, if the log does not end where this process left it, or the attempt is not the runner's. */
async function storeNext(db: Db, runnerId: number, ref: AttemptRef, chunks: LogChunk[]): Promise<number | null> {
  const tail = logTails.known(ref);
  const next = chunks.reduce<LogTail | null>((end, chunk) => end && tailAfter(end, chunk), tail);
  if (!next) return null;
  const stored = chunks.map(storableChunk);
  if (!(await insertChunks(db, ref, stored, next, { runnerId, ...tail }))) return null;
  for (const chunk of stored) chunkStored(ref.task_id, chunk);
  return next.lines;
}

/** How the log of an attempt that nobody has locked must still end. */
type Guard = { runnerId: number } & LogTail;

/** False if the attempt is not as the guard says. */
async function insertChunks(
  db: Db,
  ref: AttemptRef,
  chunks: readonly LogChunk[],
  next: LogTail,
  guard?: Guard,
): Promise<boolean> {
  const stored = await insertStatement(db, guard ? "guarded" : "locked", `${chunks.length}`).execute({
    ...ref,
    ...guard,
    nextLines: next.lines,
    nextCrc: next.crc,
    ...Object.assign({}, ...chunks.map(valuesOf)),
  });
  // Were this rolled back, the guard of the next chunk would not hold.
  if (stored.length > 0) logTails.remember(ref, next);
  return stored.length > 0;
}

const insertStatement = preparedSql<object, ["guarded" | "locked", count: string]>((_, kind, count) => {
  const { task_id, attempt, runnerId, lines, crc, nextLines, nextCrc } = placeholders;
  const guard = [
    eq(taskAttempts.runner_id, runnerId),
    isNotNull(taskAttempts.begun_at),
    isNull(taskAttempts.ended_at),
    eq(taskAttempts.log_lines, lines),
    eq(taskAttempts.log_crc, crc),
  ];
  const chunks = Array.from({ length: Number(count) }, (_, index) => chunkAt(index));
  return sql`
    with attempt as (
      update ${taskAttempts} set log_lines = ${nextLines}, log_crc = ${nextCrc}, heartbeat_at = now()
      where ${and(isAttempt({ task_id, attempt }), ...(kind === "guarded" ? guard : []))} returning 1)
    insert into ${logChunks} (task_id, attempt, first_line, line_count, time, offsets, text)
    select ${task_id}::integer, ${attempt}::integer, chunk.* from attempt, (values ${sql.join(chunks, sql`, `)}) chunk
    returning 1`;
});

const placeholders = {
  ...ATTEMPT,
  runnerId: sql.placeholder("runnerId"),
  lines: sql.placeholder("lines"),
  crc: sql.placeholder("crc"),
  nextLines: sql.placeholder("nextLines"),
  nextCrc: sql.placeholder("nextCrc"),
};

const chunkAt = (index: number) => sql`(${sql.placeholder(`first${index}`)}::integer,
  ${sql.placeholder(`count${index}`)}::integer, ${sql.placeholder(`time${index}`)}::timestamptz,
  ${sql.placeholder(`offsets${index}`)}::integer[], ${sql.placeholder(`text${index}`)}::text)`;

/** The offsets as Postgres writes arrays: the driver would ask for every number what it is. */
const valuesOf = ({ first_line, offsets, time, text }: LogChunk, index: number) => ({
  [`first${index}`]: first_line,
  [`count${index}`]: offsets.length,
  [`time${index}`]: time,
  [`offsets${index}`]: `{${offsets.join(",")}}`,
  [`text${index}`]: text,
});

/** Stores a chunk of an attempt whose row the caller has locked; returns the row as it is then. */
export async function appendLog(tx: Db, attempt: AttemptRow, chunk: LogChunk): Promise<AttemptRow> {
  const { appended, stored } = appending(tx, attempt, chunk);
  await stored;
  return appended;
}

/** Like appendLog, but without waiting: the caller sends further statements and awaits `stored` with them. It fails with the transaction. */
export function appending(
  tx: Db,
  attempt: AttemptRow,
  chunk: LogChunk,
): { appended: AttemptRow; stored: Promise<unknown> } {
  refuseMismatch(chunk);
  const { log_lines } = attempt;
  if (chunk.first_line > log_lines) throw new AppError("conflict", { key: "logGap", extra: { next_line: log_lines } });
  const next = tailAfter({ lines: log_lines, crc: attempt.log_crc }, chunk);
  if (!next) return { appended: attempt, stored: Promise.resolve() };
  const stored = insertChunks(tx, { task_id: attempt.task_id, attempt: attempt.attempt }, [storableChunk(chunk)], next);
  // Who awaits it may fail first.
  stored.catch(() => {});
  return { appended: { ...attempt, log_lines: next.lines, log_crc: next.crc }, stored };
}

function refuseMismatch({ text, offsets }: LogChunk): void {
  if (linesIn(text) !== offsets.length)
    throw new AppError("invalid", { issues: [{ path: "offsets", key: "chunkMismatch" }] });
}

/** Its checksum remains that of the text as it came, with which the runner ends the task. */
const storableChunk = (chunk: LogChunk): LogChunk => ({ ...chunk, text: storable(chunk.text) });

function linesIn(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Appends a line from the server itself, e.g. that the runner is gone. */
export const appendMarker = (tx: Db, attempt: AttemptRow, text: string): Promise<AttemptRow> =>
  appendLog(tx, attempt, { first_line: attempt.log_lines, time: new Date().toISOString(), offsets: [0], text });

/** Deletes the log so that the runner sends it again: it differs from what the runner has. */
export async function dropLog(tx: Db, attempt: AttemptRow): Promise<void> {
  await tx.delete(logChunks).where(eq(logChunks.task_id, attempt.task_id));
  await tx.update(taskAttempts).set({ log_lines: 0, log_crc: 0 }).where(isAttempt(attempt));
  logTails.remember(attempt, { lines: 0, crc: 0 });
}
