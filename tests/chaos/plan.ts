import type { Canary } from "./canary";
import { FAULT_GROUPS, type Fault } from "./faults";
import { Random } from "./random";
import { STATE_WORKSPACES } from "./states";
import { FAILING_STEPS } from "./workflows";

export type PlannedTask = {
  at: number;
  template: number;
  canary: Canary;
  stop: { after: number; force: boolean } | null;
};
/** A run of a Terraform template; `template` counts the workspaces. */
export type PlannedState = { at: number; template: number; name: string; stop: PlannedTask["stop"] };
/** A run of the playbook whose results and file are checked. */
export type PlannedStream = { at: number; name: string };
/** A run of the workflow, one of whose steps fails. */
export type PlannedRun = { at: number; name: string; fails: string; stop: PlannedTask["stop"] };
export type PlannedFault = { at: number; fault: Fault; seed: number };
export type Round = {
  number: number;
  tasks: PlannedTask[];
  states: PlannedState[];
  streams: PlannedStream[];
  runs: PlannedRun[];
  faults: PlannedFault[];
};

const TEMPLATES = 3;
const PARALLEL_TEMPLATE = 2;
/** Parallel to a long fault, the first task of each serial template outlasts it, so that the next could overlap. */
const LASTING = 2;
const LASTING_PAUSES = 300;

/** The schedule of each round in milliseconds, with one fault of every group; deterministic for a seed. */
export function planRounds(count: number, seed: number): Round[] {
  const random = new Random(seed);
  const groups = FAULT_GROUPS.map((group) => ({ faults: random.shuffled(group), used: 0 }));
  return Array.from({ length: count }, (_, index) => {
    const faults = groups.map((group) => {
      // Round-robin, so that a few rounds cover every kind of fault.
      const fault = group.faults[group.used++ % group.faults.length];
      if (!fault) throw new Error("a group without faults");
      return { at: random.between(1000, 4000), fault, seed: random.between(1, 1_000_000) };
    });
    const long = faults.some(({ fault }) => fault.long);
    const number = index + 1;
    return {
      number,
      tasks: planTasks(random, number, long),
      states: planStates(random, number),
      streams: [{ at: random.between(0, 1500), name: `r${number}e1` }],
      runs: planRuns(random, number),
      faults,
    };
  });
}

function planTasks(random: Random, round: number, long: boolean): PlannedTask[] {
  return Array.from({ length: random.between(9, 13) }, (_, index) => {
    const lasting = long && index < LASTING;
    const template = lasting ? index : random.between(0, TEMPLATES - 1);
    const name = `r${round}t${index + 1}`;
    return {
      at: lasting ? 0 : random.between(0, 2500),
      template,
      canary: {
        name,
        // Tasks of a serial template share a lock; every other task has its own.
        lock: template === PARALLEL_TEMPLATE ? name : `template-${template}`,
        lines: lasting ? LASTING_PAUSES : random.between(20, 4000),
        pauses: lasting ? LASTING_PAUSES : random.between(3, 40),
        escapee: random.chance(0.25),
      },
      stop: !lasting && random.chance(0.2) ? { after: random.between(200, 3000), force: random.chance(0.5) } : null,
    };
  });
}

function planStates(random: Random, round: number): PlannedState[] {
  return Array.from({ length: random.between(2, 3) }, (_, index) => ({
    at: random.between(0, 1500),
    template: index % STATE_WORKSPACES.length,
    name: `r${round}s${index + 1}`,
    stop: random.chance(0.2) ? { after: random.between(2000, 5000), force: random.chance(0.5) } : null,
  }));
}

function planRuns(random: Random, round: number): PlannedRun[] {
  return Array.from({ length: random.between(1, 2) }, (_, index) => ({
    at: random.between(0, 1500),
    name: `r${round}w${index + 1}`,
    fails: random.pick(FAILING_STEPS),
    stop: random.chance(0.2) ? { after: random.between(500, 4000), force: random.chance(0.5) } : null,
  }));
}
