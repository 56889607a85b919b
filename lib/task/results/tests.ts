import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskTests } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { found } from "@/lib/operation/errors";
import type { AttemptRef } from "@/lib/protocol/runner";
import type { TestReport } from "@/lib/protocol/tests";
import { lockAttempt } from "@/lib/task/attempt/open-attempts";
import { noteResult } from "@/lib/task/results";
import { isTaskOf, type TaskRow } from "@/lib/task/transition";

/** Stores the tests of an attempt that goes on. Null: nothing to announce. */
export async function storeTests(
  tx: Db,
  runnerId: number,
  ref: AttemptRef,
  report: TestReport,
): Promise<TaskRow | null> {
  await lockAttempt(tx, runnerId, ref.task_id, ref.attempt);
  await tx
    .insert(taskTests)
    .values({ task_id: ref.task_id, report })
    .onConflictDoUpdate({ target: taskTests.task_id, set: { report } });
  return noteResult(tx, ref.task_id, "tests");
}

export async function readTests(db: Db, projectId: number, taskId: number): Promise<TestReport> {
  const [row] = await db
    .select({ report: taskTests.report })
    .from(taskTests)
    .innerJoin(tasks, eq(tasks.id, taskTests.task_id))
    .where(isTaskOf(projectId, taskId));
  return found(row).report;
}
