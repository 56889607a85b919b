import { diffArrays } from "diff";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskAttempts } from "@/db/schema/tasks";
import { chunkLines } from "@/lib/protocol/log";
import { type ComparableLine, comparable, inHostOrder } from "@/lib/task/compare/log-lines";
import type { Run } from "@/lib/task/compare/run";
import { readChunks } from "@/lib/task/log/read-log";
import type { ComparedLine, LogComparison } from "@/lib/task/schema/compare";

/** Limits of each log; longer ones are of little use to readers and too much work for the server. */
export const MAX_LINES = 10_000;
const MAX_CHARACTERS = 4_000_000;
const CHUNKS_AT_ONCE = 8;
/** Beyond, the logs have little in common, and finding it takes too long. */
const LIMITS = { maxEditLength: 2_000, timeout: 300 };
const CONTEXT = 2;
const MAX_SHOWN = 1_000;

/** How the logs of two runs differ, without times, ids and the order of hosts. */
export async function compareLogs(db: Db, before: Run, after: Run): Promise<LogComparison> {
  const [total, otherTotal] = await Promise.all([countLines(db, before), countLines(db, after)]);
  const lengths = { before: total, after: otherTotal };
  const [one, other] = [await readComparable(db, before.id, total), await readComparable(db, after.id, otherTotal)];
  if (!one || !other) return { ...lengths, state: "too_long", passages: [], more: false };
  const lines = joined(one, other);
  if (!lines) return { ...lengths, state: "too_different", passages: [], more: false };
  const passages = passagesOf(lines);
  return { ...lengths, state: passages.length === 0 ? "same" : "different", ...shown(passages) };
}

async function countLines(db: Db, { id, attempt }: Run): Promise<number> {
  const [row] = await db
    .select({ lines: taskAttempts.log_lines })
    .from(taskAttempts)
    .where(and(eq(taskAttempts.task_id, id), eq(taskAttempts.attempt, attempt)));
  return row?.lines ?? 0;
}

/** Null: the log is too long. A few pieces at a time, so that other requests have their turn. */
async function readComparable(db: Db, taskId: number, total: number): Promise<ComparableLine[] | null> {
  if (total > MAX_LINES) return null;
  const lines: ComparableLine[] = [];
  let characters = 0;
  for (let next = 0; ; next = lines.length) {
    const chunks = await readChunks(db, taskId, next, CHUNKS_AT_ONCE);
    if (chunks.length === 0) return inHostOrder(lines);
    for (const chunk of chunks) {
      characters += chunk.text.length;
      if (characters > MAX_CHARACTERS || lines.length > MAX_LINES) return null;
      lines.push(...chunkLines(chunk).map(comparable));
    }
  }
}

/** Both logs as one. Null: they differ too much. */
function joined(before: readonly ComparableLine[], after: readonly ComparableLine[]): ComparedLine[] | null {
  const likes = (lines: readonly ComparableLine[]) => lines.map(({ like }) => like);
  const changes = diffArrays(likes(before), likes(after), LIMITS);
  if (!changes) return null;
  const lines: ComparedLine[] = [];
  let [at, otherAt] = [0, 0];
  for (const { count, added, removed } of changes) {
    const place = added ? "after" : removed ? "before" : "both";
    const from = removed ? before.slice(at, at + count) : after.slice(otherAt, otherAt + count);
    if (!added) at += count;
    if (!removed) otherAt += count;
    for (const { line, output } of from) lines.push({ in: place, line, output });
  }
  return lines;
}

/** What differs, with a few lines around it. */
function passagesOf(lines: readonly ComparedLine[]): ComparedLine[][] {
  const passages: ComparedLine[][] = [];
  let end = -1;
  for (const [index, { in: place }] of lines.entries()) {
    if (place === "both") continue;
    const from = Math.max(index - CONTEXT, end + 1);
    if (end < 0 || index - CONTEXT > end + 1) passages.push([]);
    const to = index + CONTEXT;
    passages.at(-1)?.push(...lines.slice(from, to + 1));
    end = Math.min(to, lines.length - 1);
  }
  return passages;
}

function shown(passages: readonly ComparedLine[][]): Pick<LogComparison, "passages" | "more"> {
  let left = MAX_SHOWN;
  const fitting = passages.map((passage) => {
    const part = passage.slice(0, Math.max(0, left));
    left -= passage.length;
    return part;
  });
  return { passages: fitting.filter((passage) => passage.length > 0), more: left < 0 };
}
