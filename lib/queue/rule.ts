import { commandOf } from "@/lib/protocol/app";
import { LEGACY_PROTOCOL } from "@/lib/protocol/legacy-runner";
import { CAPABILITIES, type Capability, type RunnerTools } from "@/lib/protocol/runner";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import type { WaitingFor } from "@/lib/queue/schema";

/** What decides whether a waiting task may start, apart from the runners. */
export type QueueState = {
  /** 0: no limit. */
  projectLimit: number;
  /** Unfinished tasks of the project that hold a slot, oldest first. */
  holding: { id: number }[];
  /** Unfinished tasks of the same template other than the waiting ones; they block it unless it allows parallel tasks. */
  templateBusy: { id: number }[];
  /** The oldest waiting task of the same template; without parallel tasks nothing overtakes it. */
  templateFirst: number;
  /** Unfinished tasks, other than the waiting ones, that work on the same state. */
  stateBusy: { id: number }[];
};

/** A waiting task, by the snapshot it will run with. */
export type Candidate = {
  id: number;
  project_id: number;
  app: string;
  app_path: string | null;
  runner_tag: string;
  /** Ansible is to take them for data, which runners of the first protocol cannot have it do. */
  brings_variables: boolean;
  /** Runners of Semaphore cannot run it as ours do. */
  needs_own_runner: boolean;
  allow_parallel_tasks: boolean;
  /** A script of its repository tells the password of a vault. */
  vault_script: boolean;
  /** State and workspace that it works on, in a form to compare; null: none that the product keeps. */
  state: string | null;
  /** Who holds its lock with a token; null: at most tasks do. */
  state_holder: string | null;
  /** A runner that does not know what this is would run the template. */
  drift_check: boolean;
};

export type RunnerState = {
  protocol: number;
  active: boolean;
  connected: boolean;
  draining: boolean;
  /** Null: it serves all. */
  project_ids: number[] | null;
  tags: string[];
  tagged_only: boolean;
  tools: RunnerTools;
  capabilities: string[];
  /** 0: no limit. */
  limit: number;
  running: number;
};

export type Busy = { id: number; template_id: number; holds_slot: boolean; state: string | null };

type Place = {
  project_limit: number;
  template_id: number;
  template_first: number;
  candidate: Pick<Candidate, "state">;
};

/** What a project's busy tasks (everything between claim and end, oldest first) mean for a waiting one. */
export const queueState = (
  { project_limit, template_id, template_first, candidate: { state } }: Place,
  busy: Busy[],
): QueueState => ({
  projectLimit: project_limit,
  holding: busy.filter((task) => task.holds_slot),
  templateBusy: busy.filter((task) => task.template_id === template_id),
  templateFirst: template_first,
  stateBusy: state === null ? [] : busy.filter((task) => task.state === state),
});

/** The one rule of the queue: null when the task may start on the runner, else the reason. */
export function blockedBy(task: Candidate, queue: QueueState, runner: RunnerState): WaitingFor | null {
  return blockedInProject(task, queue) ?? blockedOnRunner(task, runner);
}

/** Whether some runner may start it now, as far as its project is concerned. */
export const isStartable = (task: Candidate, queue: QueueState): boolean =>
  !isRun(task) && blockedInProject(task, queue) === null;

/** The run of a workflow waits for an earlier one only: it needs no runner and no slot. */
const isRun = ({ app }: Candidate): boolean => app === WORKFLOW_APP;

/** The reason shown to people: of all runners, the one that comes closest to taking the task decides. */
export function explainWaiting(task: Candidate, queue: QueueState, runners: RunnerState[]): WaitingFor | null {
  const inProject = blockedInProject(task, queue);
  if (inProject || isRun(task)) return inProject;
  const reasons = runners.map((runner) => blockedOnRunner(task, runner));
  if (reasons.includes(null)) return null;
  return CLOSEST_FIRST.map((code) => reasons.find((reason) => reason?.code === code)).find(Boolean) ?? NO_RUNNER;
}

/** Whether a project or a runner is at its limit; 0 is no limit. */
export const isFull = (limit: number, taken: number): boolean => limit > 0 && taken >= limit;

function blockedInProject(task: Candidate, queue: QueueState): WaitingFor | null {
  const { projectLimit, holding, templateBusy, templateFirst, stateBusy } = queue;
  if (!task.allow_parallel_tasks && templateBusy.length > 0)
    return { code: "template_busy", held_by: templateBusy.map(({ id }) => id) };
  if (!task.allow_parallel_tasks && templateFirst < task.id)
    return { code: "template_order", held_by: [templateFirst] };
  if (stateBusy.length > 0) return { code: "state_busy", held_by: stateBusy.map(({ id }) => id) };
  // A check takes no lock.
  if (task.state_holder !== null && !task.drift_check)
    return { code: "state_busy", held_by: [], holder: task.state_holder };
  if (!isRun(task) && isFull(projectLimit, holding.length)) {
    return { code: "project_limit", limit: projectLimit, held_by: holding.map(({ id }) => id) };
  }
  return null;
}

const NO_RUNNER: WaitingFor = { code: "no_runner" };

/** In the opposite order of the questions below. */
const CLOSEST_FIRST = [
  "runners_full",
  "runners_draining",
  "runner_outdated",
  "no_capability",
  "no_tool",
  "needs_own_runner",
  "no_tag",
  "tagged_only",
  "not_served",
] as const;

/** Whether the runner may ever start it, however much it runs now. */
export const isSuitableFor = (task: Candidate, runner: RunnerState): boolean =>
  blockedOnRunner(task, { ...runner, limit: 0 }) === null;

function blockedOnRunner(task: Candidate, runner: RunnerState): WaitingFor | null {
  if (isRun(task)) return NO_RUNNER;
  const refusal = refusedBy({ ...task, tool: toolOf(task), capabilities: capabilitiesFor(task) }, runner);
  if (refusal) return refusal;
  return isFull(runner.limit, runner.running) ? { code: "runners_full" } : null;
}

function capabilitiesFor({ state, vault_script, drift_check }: Candidate): Capability[] {
  const needed: Record<Capability, boolean> = {
    probe: false,
    state: state !== null,
    vault_script,
    drift: drift_check,
    raw_log: false,
    plan: false,
    events: false,
    results: false,
    outputs: false,
    list_files: false,
  };
  return CAPABILITIES.filter((capability) => needed[capability]);
}

/** What a runner is asked to do: a task, or a look at a branch. */
type Work = {
  project_id: number;
  runner_tag: string;
  tool: string | null;
  brings_variables?: boolean;
  /** Absent: it does, as everything that is no task. */
  needs_own_runner?: boolean;
  capabilities?: Capability[];
};

/** The first that takes variables apart from arguments, and marks them as data. */
const DATA_PROTOCOL = 2;

/** Why work is not for the runner, however little that does; null when it is. With work go the keys of its project. */
export function refusedBy(work: Work, runner: RunnerState): WaitingFor | null {
  if (!runner.active || !runner.connected) return NO_RUNNER;
  if (runner.project_ids && !runner.project_ids.includes(work.project_id)) return { code: "not_served" };
  if (work.runner_tag === "" && runner.tagged_only) return { code: "tagged_only" };
  if (work.runner_tag !== "" && !runner.tags.includes(work.runner_tag)) return { code: "no_tag", tag: work.runner_tag };
  if (runner.protocol === LEGACY_PROTOCOL) return refusedByLegacy(work, runner);
  if (work.tool && !(work.tool in runner.tools)) return { code: "no_tool", tool: work.tool };
  const lacking = work.capabilities?.find((capability) => !runner.capabilities.includes(capability));
  if (lacking) return { code: "no_capability", capability: lacking };
  if (work.brings_variables && runner.protocol < DATA_PROTOCOL) return { code: "runner_outdated" };
  return runner.draining ? { code: "runners_draining" } : null;
}

/** A runner of Semaphore does not say which programs it has. */
function refusedByLegacy(
  { needs_own_runner = true, capabilities = [] }: Work,
  { draining }: RunnerState,
): WaitingFor | null {
  if (needs_own_runner || capabilities.length > 0) return { code: "needs_own_runner" };
  return draining ? { code: "runners_draining" } : null;
}

/** The program the runner must have; null when an admin set the path, which only the runner can judge. */
function toolOf({ app, app_path }: Candidate): string | null {
  return app_path ? null : commandOf(app);
}
