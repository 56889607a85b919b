/** Every status a task can have, in the order of its life. */
export const TASK_STATUSES = [
  "waiting",
  "starting",
  "waiting_confirmation",
  "confirmed",
  "running",
  "stopping",
  "stopped",
  "success",
  "error",
] as const;

export type TaskStatus = (typeof TASK_STATUSES)[number];

/** The only status changes there are: event → the statuses it may start from and the one it leads to. */
export const TRANSITIONS = {
  claim: { from: ["waiting"], to: "starting" },
  /** The run of a workflow has no runner: the server itself begins it. */
  open: { from: ["waiting"], to: "running" },
  /** The runner vanished before it began, so nothing ran: the task queues again. */
  release: { from: ["starting"], to: "waiting" },
  begin: { from: ["starting", "confirmed"], to: "running" },
  askConfirmation: { from: ["running"], to: "waiting_confirmation" },
  confirm: { from: ["waiting_confirmation"], to: "confirmed" },
  reject: { from: ["waiting_confirmation"], to: "stopped" },
  /** A process may be running: the runner has to end it first. */
  requestStop: { from: ["running", "stopping"], to: "stopping" },
  /** No process is running, so the stop is final at once. */
  cancel: { from: ["waiting", "starting", "waiting_confirmation", "confirmed"], to: "stopped" },
  succeed: { from: ["running", "stopping"], to: "success" },
  stop: { from: ["running", "stopping"], to: "stopped" },
  fail: { from: ["starting", "running", "stopping", "waiting_confirmation", "confirmed"], to: "error" },
} as const satisfies Record<string, { from: readonly TaskStatus[]; to: TaskStatus }>;

export type Transition = keyof typeof TRANSITIONS;

export const FINAL_STATUSES = ["stopped", "success", "error"] as const satisfies readonly TaskStatus[];
const FINAL: ReadonlySet<TaskStatus> = new Set(FINAL_STATUSES);
const STOPPABLE: ReadonlySet<TaskStatus> = new Set([...TRANSITIONS.requestStop.from, ...TRANSITIONS.cancel.from]);

export const isFinal = (status: TaskStatus): boolean => FINAL.has(status);
/** Between claim and end, also while it waits for a person. */
export const isAtWork = (status: TaskStatus): boolean => status !== "waiting" && !isFinal(status);
export const isStoppable = (status: TaskStatus): boolean => STOPPABLE.has(status);

/** What starts a task; autorun is the success of a build. */
export const TASK_TRIGGERS = ["user", "schedule", "integration", "autorun"] as const;

export type TaskTrigger = (typeof TASK_TRIGGERS)[number];
