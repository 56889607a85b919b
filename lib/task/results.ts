import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import type { ResultKind } from "@/lib/protocol/results";
import type { TaskRow } from "@/lib/task/transition";

/** Notes that the task has stored its first result of a kind. Null if it had one before; otherwise announce the task. */
export async function noteResult(tx: Db, taskId: number, kind: ResultKind): Promise<TaskRow | null> {
  const [row] = await tx
    .update(tasks)
    .set({ results: sql`array_append(${tasks.results}, ${kind})` })
    .where(and(eq(tasks.id, taskId), sql`not ${kind} = any(${tasks.results})`))
    .returning();
  return row ?? null;
}
