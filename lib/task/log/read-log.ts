import { and, asc, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { logChunks } from "@/db/schema/log-chunks";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { chunkLines, type LogChunk, type LogLine } from "@/lib/protocol/log";
import type { OutputLine } from "@/lib/task/schema";

const chunkColumns = {
  first_line: logChunks.first_line,
  time: logChunks.time,
  offsets: logChunks.offsets,
  text: logChunks.text,
};

/** Chunks with lines from `from` on, in order; at most `limit`. */
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

export const asOutput = (task_id: number, { line, time, output }: LogLine): OutputLine => ({
  id: line,
  task_id,
  task: "",
  time,
  output,
});

/** `limit` lines of a log from line `from` (counted from 0). */
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

/** The tasks with the number of lines that are stored of their newest attempts. */
export const logLengths = (db: Db, which: SQL | undefined) =>
  db
    .select({
      id: tasks.id,
      project_id: tasks.project_id,
      lines: sql<number>`coalesce(${taskAttempts.log_lines}, 0)`,
    })
    .from(tasks)
    .leftJoin(taskAttempts, and(eq(taskAttempts.task_id, tasks.id), eq(taskAttempts.attempt, tasks.attempt)))
    .where(which);
