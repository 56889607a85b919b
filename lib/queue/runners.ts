import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { runners } from "@/db/schema/runners";
import type { RunnerState } from "@/lib/queue/rule";
import { stateColumns } from "@/lib/runner/store";

export const runnerStates = (db: Db): Promise<RunnerState[]> => db.select(stateColumns).from(runners);

/** A runner's capabilities and load; null if it was deleted or another process has registered for it. */
export async function runnerState(db: Db, runnerId: number, instanceId: string): Promise<RunnerState | null> {
  const [row] = await db
    .select(stateColumns)
    .from(runners)
    .where(and(eq(runners.id, runnerId), eq(runners.instance_id, instanceId)));
  // It is calling now.
  return row ? { ...row, connected: true } : null;
}
