import type { HostResult, Job } from "@/lib/protocol/runner";
import type { StopStyle } from "@/runner/process";
import type { Workspace } from "@/runner/workspace";

/** The attempt's directories with its repository checked out and its keys laid out. */
export type PreparedWorkspace = Workspace & {
  /** Root of the template's repository: the private checkout, or a local directory in place. */
  repository: string;
  /** Root of the inventory's own repository, if it has one. */
  inventoryRepository: string | null;
  /** Agent with the inventory's ssh key, if it has one. */
  agentSocket: string | null;
  knownHosts: string;
};

/** What an exit code leads to: the next step, success without any more steps, or the question to a person. */
export type ExitMeaning = "next" | "done" | "confirm";

/** One program to run. Steps run in order; an exit code without a meaning ends the attempt with an error. */
export type Step = {
  /** Name of the stage in the log. */
  name: string;
  command: string;
  args: string[];
  /** On top of what every process of the attempt gets. */
  env: Record<string, string>;
  cwd: string;
  /** Written with mode 0600 before the step; absolute paths. */
  files: { path: string; content: string }[];
  exits: Partial<Record<number, ExitMeaning>>;
  stop: StopStyle;
  /** Steps of `apply` alone are run once a person has confirmed. */
  phase?: "plan" | "apply";
  /** The step is left out when this file does not exist. */
  onlyIf?: string;
};

/** What a program's output tells about the task beside its text. */
export type Fact = { plan: { add: number; change: number; destroy: number } } | { host: HostResult };

/** Reads facts out of lines, from the first line on that contains `trigger`. */
export type FactReader = { trigger: string; read(line: string): Fact | null };

/** One application. `steps` is pure: the same job and paths give the same programs, files and arguments. */
export type Adapter = {
  steps(job: Job, workspace: PreparedWorkspace): Step[];
  facts?: FactReader;
};
