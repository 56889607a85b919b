import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { runners } from "@/db/schema/runners";
import type { RunnerState } from "@/lib/queue/rule";
import { isConnected, projectIds, runningTasks } from "@/lib/runner/store";

/** What the rule asks about a runner. */
export const runnerColumns = {
  active: runners.active,
  connected: isConnected,
  draining: runners.draining,
  project_ids: projectIds,
  tags: runners.tags,
  tagged_only: runners.tagged_only,
  tools: runners.tools,
  limit: runners.max_parallel_tasks,
  running: runningTasks,
};

export const runnerStates = (db: Db): Promise<RunnerState[]> => db.select(runnerColumns).from(runners);

/** What the runner has and does; null when it was deleted or another process speaks for it. */
export async function runnerState(db: Db, runnerId: number, instanceId: string): Promise<RunnerState | null> {
  const [row] = await db
    .select(runnerColumns)
    .from(runners)
    .where(and(eq(runners.id, runnerId), eq(runners.instance_id, instanceId)));
  // It asks just now.
  return row ? { ...row, connected: true } : null;
}
