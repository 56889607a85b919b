import type { Reporter } from "@/runner/job/reporter";
import type { Stopper } from "@/runner/job/stop";
import type { TaskEvents } from "@/runner/job/task-events";
import type { TaskLog } from "@/runner/job/task-log";
import type { PlanSender } from "@/runner/plan/sender";
import type { Environment } from "@/runner/process/environment";
import type { Sweep } from "@/runner/process/sweep";
import type { TaskOutputs } from "@/runner/results/outputs";
import type { Leftover } from "@/runner/workspace";

export type StepContext = {
  log: TaskLog;
  events: TaskEvents;
  reporter: Reporter;
  plans: PlanSender;
  outputs: TaskOutputs;
  stopper: Stopper;
  /** For every process of the attempt; a step's own environment is added to it. */
  environment: Environment;
  sweep: Sweep;
  place: Leftover;
};
