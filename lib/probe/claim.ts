import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { probes } from "@/db/schema/probes";
import type { runners } from "@/db/schema/runners";
import { canProbe, isSuitable } from "@/lib/probe/runners";
import { BEGIN_WITHIN_MS } from "@/lib/protocol/probe";
import { runnerState } from "@/lib/queue/runners";

/** Not begun yet, and a form still waits for it. */
export const isProbeWanted = and(
  isNull(probes.begun_at),
  isNull(probes.finished_at),
  gt(probes.created, sql`now() - make_interval(secs => ${BEGIN_WITHIN_MS / 1000})`),
);

type Claimer = Pick<typeof runners.$inferSelect, "id" | "capabilities">;

/** Offers up to `most` probes, by id, oldest first; includes those this process was offered but has not begun. */
export async function claimProbes(db: Db, runner: Claimer, instanceId: string, most: number): Promise<number[]> {
  if (!canProbe(runner.capabilities)) return [];
  const offered = and(eq(probes.runner_id, runner.id), eq(probes.instance_id, instanceId));
  const isClaimable = and(isProbeWanted, or(isNull(probes.runner_id), offered));
  const { id, project_id, kind, runner_tag, tools } = probes;
  const columns = { id, project_id, kind, runner_tag, tools };
  const wanted = await db.select(columns).from(probes).where(isClaimable).orderBy(id);
  const state = wanted.length > 0 && (await runnerState(db, runner.id, instanceId));
  if (!state) return [];
  const suitable = wanted.filter((probe) => isSuitable(probe, state)).map((probe) => probe.id);
  const claimed = await db
    .update(probes)
    .set({ runner_id: runner.id, instance_id: instanceId })
    .where(and(isOneOf(id, suitable.slice(0, most)), isClaimable))
    .returning({ id });
  return claimed.map((probe) => probe.id);
}
