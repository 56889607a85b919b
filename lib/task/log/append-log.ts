import { crc32 } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { logChunks, taskAttempts } from "@/db/schema/tasks";
import { AppError } from "@/lib/operation/errors";
import type { LogChunk } from "@/lib/protocol/log";
import { type AttemptRow, isAttempt } from "@/lib/task/attempt/open-attempts";

/**
 * Stores a chunk if it continues the log. A duplicate is ignored; one that leaves a gap is refused with the line to
 * resume from. So resent lines are stored once and in order. Returns the next line.
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
    .where(isAttempt(attempt));
  return next + lines;
}

/** Appends a line from the server itself, e.g. that the runner is gone. */
export async function appendMarker(tx: Db, attempt: AttemptRow, text: string): Promise<void> {
  await appendLog(tx, attempt, { first_line: attempt.log_lines, time: new Date().toISOString(), offsets: [0], text });
}

/** Deletes the log so that the runner sends it again: it differs from what the runner has. */
export async function dropLog(tx: Db, attempt: AttemptRow): Promise<void> {
  await tx.delete(logChunks).where(eq(logChunks.task_id, attempt.task_id));
  await tx.update(taskAttempts).set({ log_lines: 0, log_crc: 0 }).where(isAttempt(attempt));
}
