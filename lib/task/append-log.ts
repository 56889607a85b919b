import { crc32 } from "node:zlib";
import { and, asc, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { logChunks, taskAttempts } from "@/db/schema/tasks";
import { AppError } from "@/lib/operation/errors";
import { chunkLines, type LogChunk, type LogLine } from "@/lib/protocol/log";
import { attemptOver } from "@/lib/task/begin";

type AttemptRow = typeof taskAttempts.$inferSelect;

/** The attempt, locked; refused when it is over or another runner's. Always lock it before the task's row. */
export async function lockAttempt(tx: Db, runnerId: number, taskId: number, attempt: number): Promise<AttemptRow> {
  const [row] = await tx
    .select()
    .from(taskAttempts)
    .where(
      and(eq(taskAttempts.task_id, taskId), eq(taskAttempts.attempt, attempt), eq(taskAttempts.runner_id, runnerId)),
    )
    .for("update");
  if (!row || row.ended_at || !row.begun_at) throw attemptOver();
  return row;
}

/**
 * Stores a chunk if it continues the log. One that is already there is passed over, one that leaves a gap is refused
 * with the line to resume from; so whatever is resent, lines are stored once and in order. Returns the next line.
 */
export async function appendLog(tx: Db, attempt: AttemptRow, chunk: LogChunk): Promise<number> {
  const next = attempt.log_lines;
  const lines = chunk.offsets.length;
  if (chunk.text.split("\n").length !== lines)
    throw new AppError("invalid", { issues: [{ path: "offsets", key: "chunkMismatch" }] });
  if (chunk.first_line > next) throw new AppError("conflict", { key: "logGap", extra: { next_line: next } });
  if (chunk.first_line < next) return next;
  const text = chunk.text.replaceAll("\0", "\ufffd");
  await tx.insert(logChunks).values({
    task_id: attempt.task_id,
    first_line: chunk.first_line,
    line_count: lines,
    attempt: attempt.attempt,
    time: chunk.time,
    offsets: chunk.offsets,
    text,
  });
  await tx
    .update(taskAttempts)
    .set({ log_lines: next + lines, log_crc: crc32(`${text}\n`, attempt.log_crc), heartbeat_at: sql`now()` })
    .where(and(eq(taskAttempts.task_id, attempt.task_id), eq(taskAttempts.attempt, attempt.attempt)));
  return next + lines;
}

/** A line of the server's own at the end of the log, e.g. that the runner is gone. */
export async function appendMarker(tx: Db, attempt: AttemptRow, text: string): Promise<void> {
  await appendLog(tx, attempt, { first_line: attempt.log_lines, time: new Date().toISOString(), offsets: [0], text });
}

/** The log is forgotten and asked for again: what is stored differs from what the runner sent. */
export async function dropLog(tx: Db, attempt: AttemptRow): Promise<void> {
  await tx.delete(logChunks).where(eq(logChunks.task_id, attempt.task_id));
  await tx
    .update(taskAttempts)
    .set({ log_lines: 0, log_crc: 0 })
    .where(and(eq(taskAttempts.task_id, attempt.task_id), eq(taskAttempts.attempt, attempt.attempt)));
}

const chunkColumns = {
  first_line: logChunks.first_line,
  time: logChunks.time,
  offsets: logChunks.offsets,
  text: logChunks.text,
};

/** Chunks that hold lines from `from` on, in order; at most `limit` of them. */
export function readChunks(db: Db, taskId: number, from: number, limit = 20): Promise<LogChunk[]> {
  const startsBefore = db
    .select({ first_line: logChunks.first_line })
    .from(logChunks)
    .where(and(eq(logChunks.task_id, taskId), lte(logChunks.first_line, from)))
    .orderBy(desc(logChunks.first_line))
    .limit(1);
  return db
    .select(chunkColumns)
    .from(logChunks)
    .where(
      and(
        eq(logChunks.task_id, taskId),
        sql`${logChunks.first_line} >= coalesce((${startsBefore}), 0)`,
        gt(sql`${logChunks.first_line} + ${logChunks.line_count}`, from),
      ),
    )
    .orderBy(asc(logChunks.first_line))
    .limit(limit);
}

/** A window of a log, `limit` lines from line `from` (counted from 0). */
export async function readLines(db: Db, taskId: number, from: number, limit: number): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  for (let next = from; lines.length < limit; ) {
    const chunks = await readChunks(db, taskId, next);
    if (chunks.length === 0) break;
    for (const chunk of chunks) {
      for (const line of chunkLines(chunk)) {
        if (line.line >= next && lines.length < limit) {
          lines.push(line);
          next = line.line + 1;
        }
      }
    }
  }
  return lines;
}
