import type { Db } from "@/db/client";
import type { probes } from "@/db/schema/probes";
import { runners } from "@/db/schema/runners";
import type { ProbeReason } from "@/lib/protocol/probe";
import type { Capability } from "@/lib/protocol/runner";
import { type RunnerState, refusedBy } from "@/lib/queue/rule";
import { stateColumns } from "@/lib/runner/store";

/** What a probe asks of its runner. */
export type Needs = Pick<typeof probes.$inferSelect, "project_id" | "kind" | "runner_tag" | "tools">;

export const canProbe = (capabilities: string[]): boolean => capabilities.includes("probe");

/** A probe takes keys of its project along, so it goes only where the project's tasks may go. */
export function isSuitable({ project_id, kind, runner_tag, tools }: Needs, runner: RunnerState): boolean {
  const capabilities: Capability[] = kind === "files" ? ["probe", "list_files"] : ["probe"];
  return (tools.length > 0 ? tools : [null]).every(
    (tool) => refusedBy({ project_id, runner_tag, tool, capabilities }, runner) === null,
  );
}

/** Why no runner could answer now; null when one could. */
export async function missingRunner(db: Db, needs: Needs): Promise<ProbeReason | null> {
  const all = await db.select(stateColumns).from(runners);
  if (!all.some(({ active, connected }) => active && connected)) return "none_connected";
  const suitable = all.some((runner) => isSuitable(needs, runner));
  return suitable ? null : "no_runner";
}
