import type { Db } from "@/db/client";
import type { probes } from "@/db/schema/probes";
import { CAPABILITIES } from "@/lib/protocol/runner";
import { type RunnerState, refusedBy } from "@/lib/queue/rule";
import { runnerStates } from "@/lib/queue/runners";

const [PROBE] = CAPABILITIES;

/** A probe takes keys of its project along, so it goes only where the project's untagged tasks may go. */
export const mayProbe = (
  { project_id, tools }: Pick<typeof probes.$inferSelect, "project_id" | "tools">,
  runner: RunnerState,
): boolean =>
  runner.capabilities.includes(PROBE) &&
  tools.every((tool) => tool in runner.tools) &&
  refusedBy({ project_id, runner_tag: "", tool: null }, runner) === null;

/** Whether there is a runner that could answer now. */
export const hasProbeRunner = async (db: Db, project_id: number, tools: string[]): Promise<boolean> =>
  (await runnerStates(db)).some((runner) => mayProbe({ project_id, tools }, runner));
