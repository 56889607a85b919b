import { RESOURCES, type WorkspaceEvidence } from "./states";

export type StateRun = {
  id: number;
  name: string;
  workspace: string;
  status: string;
  exit_code: number | null;
};

/** What is wrong with the states, after all runs are over; empty when every invariant holds. */
export function checkStates(workspaces: WorkspaceEvidence[], runs: StateRun[]): string[] {
  return workspaces.flatMap((evidence) => [
    ...evidence.locks.map((lock) => `${evidence.workspace} is locked with all tasks over: ${lock}`),
    ...checkOrder(evidence),
    ...checkOneAtATime(evidence),
    ...runs.filter(({ workspace }) => workspace === evidence.workspace).flatMap((run) => checkRun(run, evidence)),
  ]);
}

/** Of one lineage, each serial higher than the one before, and the last one is the newest. */
function checkOrder({ workspace, versions, newest }: WorkspaceEvidence): string[] {
  const main = versions.filter(({ offered }) => !offered);
  const isOrdered = main.every(({ serial, lineage }, index) => {
    const before = main[index - 1];
    return !before || (lineage === before.lineage && (serial ?? 0) > (before.serial ?? 0));
  });
  return [
    ...(isOrdered ? [] : [`the versions of ${workspace} do not follow on one another`]),
    ...(newest === (main.at(-1)?.number ?? null) ? [] : [`version ${newest} of ${workspace} is not its newest one`]),
  ];
}

/** Runs on one state never alternate. */
function checkOneAtATime({ workspace, begun }: WorkspaceEvidence): string[] {
  const turns = begun.filter((name, index) => name !== begun[index - 1]);
  return turns.length === new Set(turns).size ? [] : [`two runs worked on ${workspace} at once: ${turns}`];
}

/**
 * What the tool has written is in a version of its task. Where the runner watches the file that is all but the resource in
 * hand; Terraform itself reports to the console every twenty seconds and when it ends.
 */
function checkRun(
  { id, name, status, exit_code }: StateRun,
  { workspace, versions, begun }: WorkspaceEvidence,
): string[] {
  const written = versions
    .filter(({ task_id }) => task_id === id)
    .map(({ made }) => made.filter((run) => run === name));
  const kept = Math.max(0, ...written.map(({ length }) => length));
  const made = begun.filter((run) => run === name).length;
  const endedByItself = exit_code !== null && exit_code < 128;
  const due = status === "success" ? RESOURCES : workspace !== "default" || endedByItself ? made - 1 : 0;
  return kept >= due ? [] : [`task ${id} (${status}) made ${made} resources in ${workspace}, and ${kept} are kept`];
}
