import { APP_COMMANDS, BUILTIN_APPS, type BuiltinApp } from "@/lib/protocol/app";
import type { RunnerTools } from "@/lib/protocol/runner";
import type { WaitingFor } from "@/lib/protocol/waiting";

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
};

/** A waiting task, by the snapshot it will run with. */
export type Candidate = {
  id: number;
  app: string;
  app_path: string | null;
  runner_tag: string;
  allow_parallel_tasks: boolean;
};

export type RunnerState = {
  active: boolean;
  connected: boolean;
  tag: string;
  tools: RunnerTools;
  /** 0: no limit. */
  limit: number;
  running: number;
};

export type Busy = { id: number; template_id: number; holds_slot: boolean };

type Place = { project_limit: number; template_id: number; template_first: number };

/** What a project's busy tasks (everything between claim and end, oldest first) mean for a waiting one. */
export const queueState = ({ project_limit, template_id, template_first }: Place, busy: Busy[]): QueueState => ({
  projectLimit: project_limit,
  holding: busy.filter((task) => task.holds_slot),
  templateBusy: busy.filter((task) => task.template_id === template_id),
  templateFirst: template_first,
});

/** The one rule of the queue: null when the task may start on the runner, else the reason. */
export function blockedBy(task: Candidate, queue: QueueState, runner: RunnerState): WaitingFor | null {
  return blockedInProject(task, queue) ?? blockedOnRunner(task, runner);
}

/** The reason shown to people: of all runners, the one that comes closest to taking the task decides. */
export function explainWaiting(task: Candidate, queue: QueueState, runners: RunnerState[]): WaitingFor | null {
  const inProject = blockedInProject(task, queue);
  if (inProject) return inProject;
  const reasons = runners.map((runner) => blockedOnRunner(task, runner));
  if (reasons.includes(null)) return null;
  const ranked = ["runners_full", "no_tool", "no_tag"] as const;
  return ranked.map((code) => reasons.find((reason) => reason?.code === code)).find(Boolean) ?? { code: "no_runner" };
}

function blockedInProject(task: Candidate, queue: QueueState): WaitingFor | null {
  const { projectLimit, holding, templateBusy, templateFirst } = queue;
  if (!task.allow_parallel_tasks && templateBusy.length > 0)
    return { code: "template_busy", held_by: templateBusy.map(({ id }) => id) };
  if (!task.allow_parallel_tasks && templateFirst < task.id)
    return { code: "template_order", held_by: [templateFirst] };
  if (projectLimit > 0 && holding.length >= projectLimit) {
    return { code: "project_limit", limit: projectLimit, held_by: holding.map(({ id }) => id) };
  }
  return null;
}

function blockedOnRunner(task: Candidate, runner: RunnerState): WaitingFor | null {
  if (!runner.active || !runner.connected) return { code: "no_runner" };
  if (task.runner_tag !== "" && task.runner_tag !== runner.tag) return { code: "no_tag", tag: task.runner_tag };
  const tool = toolOf(task);
  if (tool && !(tool in runner.tools)) return { code: "no_tool", tool };
  if (runner.limit > 0 && runner.running >= runner.limit) return { code: "runners_full" };
  return null;
}

/** The program the runner must have; null when an admin set the path, which only the runner can judge. */
function toolOf({ app, app_path }: Candidate): string | null {
  if (app_path) return null;
  return isBuiltin(app) ? APP_COMMANDS[app] : null;
}

const isBuiltin = (app: string): app is BuiltinApp => (BUILTIN_APPS as readonly string[]).includes(app);
