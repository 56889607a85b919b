import type { Canary } from "./canary";
import { FAULT_GROUPS, type Fault } from "./faults";
import { Random } from "./random";

export type PlannedTask = {
  at: number;
  template: number;
  canary: Canary;
  stop: { after: number; force: boolean } | null;
};
export type PlannedFault = { at: number; fault: Fault; seed: number };
export type Round = { number: number; tasks: PlannedTask[]; faults: PlannedFault[] };

const FAULTS_AT_ONCE = 3;
const TEMPLATES = 3;
const PARALLEL_TEMPLATE = 2;

/** What happens in each round, milliseconds from its begin; the same for the same seed. */
export function planRounds(count: number, seed: number): Round[] {
  const random = new Random(seed);
  const groups = FAULT_GROUPS.map((group) => ({ faults: random.shuffled(group), used: 0 }));
  let turn = 0;
  return Array.from({ length: count }, (_, index) => {
    const faults = Array.from({ length: FAULTS_AT_ONCE }, () => {
      // In turn, so that few rounds see every kind of fault already.
      const group = groups[turn++ % groups.length] ?? { faults: [], used: 0 };
      const fault = group.faults[group.used++ % group.faults.length];
      if (!fault) throw new Error("a group without faults");
      return { at: random.between(300, 2000), fault, seed: random.between(1, 1_000_000) };
    });
    return { number: index + 1, tasks: planTasks(random, index + 1), faults };
  });
}

function planTasks(random: Random, round: number): PlannedTask[] {
  return Array.from({ length: random.between(6, 9) }, (_, index) => {
    const template = random.between(0, TEMPLATES - 1);
    const name = `r${round}t${index + 1}`;
    return {
      at: random.between(0, 2000),
      template,
      canary: {
        name,
        // A template that runs one task at a time shares one lock, and each other task has its own.
        lock: template === PARALLEL_TEMPLATE ? name : `template-${template}`,
        lines: random.between(20, 4000),
        pauses: random.between(3, 25),
        escapee: random.chance(0.25),
      },
      stop: random.chance(0.2) ? { after: random.between(200, 3000), force: random.chance(0.5) } : null,
    };
  });
}
