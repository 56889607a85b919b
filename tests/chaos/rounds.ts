import { setTimeout as pause } from "node:timers/promises";
import { canaryVariables } from "./canary";
import { check, type Violation } from "./checker";
import { gather, Watch } from "./evidence";
import { heal } from "./faults";
import { type PlannedTask, planRounds, type Round } from "./plan";
import { Random } from "./random";
import { type Site, startSite } from "./site";

export type Options = { rounds: number; seed: number; say?: (line: string) => void };
export type Report = { violations: Violation[]; counts: Record<string, number> };

/** Everything is over this long after the last fault, runners that were given up included. */
const BOUND_MS = 75_000;

/** Plays rounds of canary jobs under random faults, and holds what is left of each against the invariants. */
export async function runChaos({ rounds, seed, say = () => {} }: Options): Promise<Report> {
  const site = await startSite();
  const report: Report = { violations: [], counts: {} };
  let keep = true;
  const watch = new Watch(site);
  try {
    await settled(site);
    for (const round of planRounds(rounds, seed)) {
      const began = performance.now();
      const violations = await play(site, watch, round, report.counts);
      report.violations.push(...violations);
      say(describe(round, violations, performance.now() - began));
    }
    const leaks = await watch.leaks();
    report.violations.push(...leaks.map((text) => ({ invariant: "I9", text })));
    keep = report.violations.length > 0;
  } finally {
    await watch.stop();
    if (keep) say(`everybody's logs are kept in ${site.folder}`);
    await site.stop({ keep });
  }
  return report;
}

async function play(site: Site, watch: Watch, round: Round, counts: Report["counts"]): Promise<Violation[]> {
  const promises: { name: string; id: number }[] = [];
  const count = (name: string, by = 1) => {
    counts[name] = (counts[name] ?? 0) + by;
  };
  await Promise.all([
    ...round.tasks.map(async (task) => {
      const id = await playTask(site, task, count);
      if (id !== null) promises.push({ name: task.canary.name, id });
    }),
    ...round.faults.map(async ({ at, fault, seed }) => {
      await pause(at);
      count(`fault: ${fault.name}`);
      await fault.run(site, new Random(seed));
    }),
  ]);
  heal(site);
  const ms = await settled(site);
  counts["longest seconds to settle"] = Math.max(counts["longest seconds to settle"] ?? 0, Math.round(ms / 1000));
  const evidence = await gather(site, watch, `r${round.number}t`, promises);
  for (const { status, reason, log, beside } of evidence.tasks) {
    count(`task: ${status}${reason ? ` (${reason})` : ""}`);
    count("log lines compared", log.length);
    count("canaries that ran", beside.runs.length);
  }
  return check(evidence);
}

/** The new task's id, if the API has promised it. */
async function playTask(
  { api, templates }: Site,
  { at, template, canary, stop }: PlannedTask,
  count: (name: string) => void,
): Promise<number | null> {
  await pause(at);
  const id = await api.start(templates[template]?.id ?? 0, canaryVariables(canary));
  count(id === null ? "posts without an answer" : "posts answered");
  if (stop && id !== null) {
    await pause(stop.after);
    if (await api.stop(id, stop.force)) count("stops answered");
  }
  return id;
}

/**
 * Waits until the API lists no unfinished task and every runner is at work, so that it has swept away what it had left
 * behind; at most for the bound. Resolves with the milliseconds it took.
 */
async function settled(site: Site): Promise<number> {
  const began = performance.now();
  for (;;) {
    const tasks = await site.api.tasks();
    const took = performance.now() - began;
    if (took > BOUND_MS || (tasks?.every(({ end }) => end !== null) && allAtWork(site))) return took;
    await pause(200);
  }
}

const allAtWork = ({ runners }: Site) => runners.every(({ service }) => service.said().includes("runner: ready as"));

function describe({ number, faults }: Round, violations: Violation[], ms: number): string {
  const names = faults.map(({ fault }) => fault.name).join(", ");
  const verdict = violations.map(({ invariant, text }) => `\n    ${invariant} ${text}`).join("");
  return `round ${number} (${(ms / 1000).toFixed(1)} s): ${names}${verdict || " ✓"}`;
}
