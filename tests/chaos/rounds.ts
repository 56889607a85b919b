import type { Violation } from "./checker";
import { Watch } from "./evidence";
import { planRounds } from "./plan";
import { type Counts, type Played, play, settled } from "./play";
import { startSite } from "./site";

/** `nodes`: web nodes, by default one. */
export type Options = { rounds: number; seed: number; nodes?: number; say?: (line: string) => void };
export type Report = { tasks: number; faults: number; violations: Violation[]; counts: Counts };

/** Plays rounds of canary tasks under random faults, and checks the evidence of each against the invariants. */
export async function runChaos({ rounds, seed, nodes = 1, say = () => {} }: Options): Promise<Report> {
  const site = await startSite(nodes);
  const report: Report = { tasks: 0, faults: 0, violations: [], counts: {} };
  let keep = true;
  const watch = new Watch(site);
  try {
    await settled(site);
    for (const round of planRounds(rounds, seed)) {
      const played = await play(site, watch, round, report.counts);
      report.tasks += played.tasks;
      report.faults += played.faults.length;
      report.violations.push(...played.violations);
      say(describe(round.number, played));
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

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function describe(number: number, { tasks, faults, settleMs, violations }: Played): string {
  const names = faults.map(({ name, ms }) => `${name} ${seconds(ms)}`).join(", ");
  const found = violations.map(({ invariant, text }) => `\n    ${invariant} ${text}`).join("");
  const counts = `${tasks} tasks, ${faults.length} faults (${names}), ${violations.length} violations`;
  return `round ${number}: ${counts}, all over ${seconds(settleMs)} later${found}`;
}
