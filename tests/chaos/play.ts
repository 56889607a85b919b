import { setTimeout as pause } from "node:timers/promises";
import { canaryVariables } from "./canary";
import { check, type TaskEvidence, type Violation } from "./checker";
import { gather, stateViolations, streamViolations, type Watch } from "./evidence";
import { heal } from "./faults";
import type { PlannedFault, PlannedRun, PlannedState, PlannedStream, PlannedTask, Round } from "./plan";
import { Random } from "./random";
import type { Site } from "./site";
import { checkRuns } from "./workflows";

/** Time limit for everything to finish after the last fault, including runners that were given up. */
const BOUND_MS = 180_000;

const CONFIRM_MS = 500;

export type Counts = Record<string, number>;
export type Played = {
  tasks: number;
  /** Each with the milliseconds until it was over. */
  faults: { name: string; ms: number }[];
  settleMs: number;
  violations: Violation[];
};

/** Plays one round, waits until everything is finished, and checks the evidence against the invariants. */
export async function play(site: Site, watch: Watch, round: Round, counts: Counts): Promise<Played> {
  const confirming = setInterval(() => void confirmPlans(site), CONFIRM_MS);
  const [promises, , , faults] = await Promise.all([
    Promise.all(round.tasks.map((task) => playTask(site, task, counts))),
    Promise.all([...round.states.map((run) => playState(site, run)), ...round.runs.map((run) => playRun(site, run))]),
    Promise.all(round.streams.map((run) => playStream(site, run))),
    Promise.all(round.faults.map((fault) => playFault(site, fault))),
  ]);
  heal(site);
  const settleMs = await settled(site).finally(() => clearInterval(confirming));
  const evidence = await gather(
    site,
    watch,
    `r${round.number}t`,
    promises.filter((promise) => promise !== null),
  );
  for (const { name } of faults) count(counts, `fault: ${name}`);
  for (const task of evidence.tasks) countTask(counts, task);
  const { runs, violations } = await stateViolations(site, `r${round.number}s`);
  for (const { workspace, status } of runs) count(counts, `run of a state, ${workspace}: ${status}`);
  const streams = await streamViolations(site, `r${round.number}e`);
  for (const { status } of streams.runs) count(counts, `run with results of hosts: ${status}`);
  const workflows = await checkRuns(site.db);
  counts["runs of workflows"] = workflows.count;
  return {
    tasks: evidence.tasks.length + runs.length + streams.runs.length + round.runs.length,
    faults,
    settleMs,
    violations: [
      ...check(evidence),
      ...violations.map((text) => ({ invariant: "I11", text })),
      ...streams.violations.map((text) => ({ invariant: "I12", text })),
      ...workflows.violations.map((text) => ({ invariant: "I13", text })),
    ],
  };
}

function count(counts: Counts, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

function countTask(counts: Counts, { status, reason, log, beside }: TaskEvidence): void {
  count(counts, `task: ${status}${reason ? ` (${reason})` : ""}`);
  count(counts, "log lines compared", log.length);
  count(counts, "canaries that ran", beside.runs.length);
}

async function playFault(site: Site, { at, fault, seed }: PlannedFault): Promise<Played["faults"][number]> {
  await pause(at);
  const began = performance.now();
  await fault.run(site, new Random(seed));
  return { name: fault.name, ms: performance.now() - began };
}

async function playState({ api, stateTemplates }: Site, { at, template, name, stop }: PlannedState): Promise<void> {
  const of = stateTemplates[template];
  if (!of) return;
  await pause(at);
  const id = await api.start(of.id, { canary_name: name });
  if (id === null || !stop) return;
  await pause(stop.after);
  await api.stop(id, stop.force);
}

async function playStream({ api, streamTemplate }: Site, { at, name }: PlannedStream): Promise<void> {
  await pause(at);
  if (streamTemplate !== null) await api.start(streamTemplate, { canary_name: name });
}

async function playRun({ api, workflow }: Site, { at, name, fails, stop }: PlannedRun): Promise<void> {
  await pause(at);
  const id = await api.start(workflow, { canary_name: name, fails });
  if (id === null || !stop) return;
  await pause(stop.after);
  await api.stop(id, stop.force);
}

/** Plans are confirmed at any moment, also while faults last. */
async function confirmPlans({ api }: Site): Promise<void> {
  const tasks = await api.tasks().catch(() => null);
  const waiting = tasks?.filter(({ status }) => status === "waiting_confirmation") ?? [];
  await Promise.all(waiting.map(({ id }) => api.confirm(id)));
}

/** Records what the API has confirmed. */
async function playTask(
  { api, templates }: Site,
  { at, template, canary, stop }: PlannedTask,
  counts: Counts,
): Promise<{ name: string; id: number } | null> {
  await pause(at);
  const id = await api.start(templates[template]?.id ?? 0, canaryVariables(canary));
  count(counts, id === null ? "posts without an answer" : "posts answered");
  if (id === null) return null;
  if (stop) {
    await pause(stop.after);
    if (await api.stop(id, stop.force)) count(counts, "stops answered");
  }
  return { name: canary.name, id };
}

/**
 * Waits until the API lists no unfinished task and every runner is online, so that it has removed its leftovers; at most
 * for the bound. Resolves with the milliseconds it took.
 */
export async function settled(site: Site): Promise<number> {
  const began = performance.now();
  for (;;) {
    const tasks = await site.api.tasks();
    const took = performance.now() - began;
    if (took > BOUND_MS || (tasks?.every(({ end }) => end !== null) && allAtWork(site))) return took;
    await pause(200);
  }
}

const allAtWork = ({ runners }: Site) => runners.every(({ service }) => service.said().includes("runner: ready as"));
