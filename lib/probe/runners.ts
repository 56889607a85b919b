import type { Db } from "@/db/client";
import type { probes } from "@/db/schema/probes";
import { runners } from "@/db/schema/runners";
import { CAPABILITIES } from "@/lib/protocol/runner";
import { type RunnerState, refusedBy } from "@/lib/queue/rule";
import { stateColumns } from "@/lib/runner/store";

const [PROBE] = CAPABILITIES;

/** What a probe asks of its runner. */
export type Needs = Pick<typeof probes.$inferSelect, "project_id" | "runner_tag" | "tools">;

export const canProbe = (capabilities: string[]): boolean => capabilities.includes(PROBE);

/** A probe takes keys of its project along, so it goes only where the project's tasks may go. */
export const isSuited = ({ project_id, runner_tag, tools }: Needs, runner: RunnerState): boolean =>
  (tools.length > 0 ? tools : [null]).every((tool) => refusedBy({ project_id, runner_tag, tool }, runner) === null);

/** Whether there is a runner that could answer now. */
export async function hasProbeRunner(db: Db, needs: Needs): Promise<boolean> {
  const all = await db.select({ ...stateColumns, capabilities: runners.capabilities }).from(runners);
  return all.some(({ capabilities, ...runner }) => canProbe(capabilities) && isSuited(needs, runner));
}
