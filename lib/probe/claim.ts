import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { probes } from "@/db/schema/probes";
import { mayProbe } from "@/lib/probe/runners";
import { runnerState } from "@/lib/queue/runners";

/** A form that has waited for longer says that there is no runner: screens promise two seconds. */
export const BEGIN_WITHIN_MS = 1750;

/** Nobody has begun it, and somebody still waits. */
export const isWanted = and(
  isNull(probes.begun_at),
  isNull(probes.finished_at),
  gt(probes.created, sql`now() - make_interval(secs => ${BEGIN_WITHIN_MS / 1000})`),
);

type Claimer = { runnerId: number; instanceId: string };

/** Hands out up to `most` probes, by id, the oldest first; those again that the same process was offered and did not begin. */
export async function claimProbes(db: Db, { runnerId, instanceId }: Claimer, most: number): Promise<number[]> {
  if (most === 0) return [];
  const offered = and(eq(probes.runner_id, runnerId), eq(probes.instance_id, instanceId));
  const isFree = and(isWanted, or(isNull(probes.runner_id), offered));
  const wanted = await db
    .select({ id: probes.id, project_id: probes.project_id, tools: probes.tools })
    .from(probes)
    .where(isFree)
    .orderBy(probes.id);
  const runner = wanted.length > 0 && (await runnerState(db, runnerId, instanceId));
  if (!runner) return [];
  const suited = wanted.filter((probe) => mayProbe(probe, runner)).slice(0, most);
  if (suited.length === 0) return [];
  const ids = suited.map(({ id }) => id);
  const claimed = await db
    .update(probes)
    .set({ runner_id: runnerId, instance_id: instanceId })
    .where(and(isOneOf(probes.id, ids), isFree))
    .returning({ id: probes.id });
  return claimed.map(({ id }) => id);
}
