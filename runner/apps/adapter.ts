import type { Job } from "@/lib/protocol/job";
import type { HostResult, PlanSummary } from "@/lib/protocol/runner";
import type { AnsibleFiles } from "@/runner/apps/ansible/files";
import type { TerraformFiles } from "@/runner/apps/terraform/files";
import type { FoundDrift } from "@/runner/drift/found";
import type { FoundPlan } from "@/runner/plan/found";
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
  state: StateUse;
  /** What Ansible needs to know of the repository beforehand; null for other applications. */
  ansible: AnsibleFiles | null;
  /** What Terraform and OpenTofu need to know of it; null for other applications. */
  terraform: TerraformFiles | null;
};

/** What an application has to heed so that its program finds the state. */
export type StateUse = {
  /** Over all that the task sets. Holds the credential, which must reach no file and no argument. */
  env: Record<string, string>;
  /** Terraform's `http` backend refuses even to select the default workspace. */
  selects: boolean;
  /** Pulumi stack, to be made when it is missing; null: the task's arguments or environment name it. */
  stack: string | null;
  /** The console keeps it. */
  kept: boolean;
  /** Terraform's state file in a folder where no override may be written; null: the code or an override names it. */
  stateFile: string | null;
};

/** What follows an exit code: the next step, success without further steps, or a wait for confirmation. */
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
  /** What an exit code that is no failure says, for the log. */
  exitTexts?: Partial<Record<number, string>>;
  stop: StopStyle;
  /** Steps of `apply` alone are run once a person has confirmed. */
  phase?: "plan" | "apply";
  /** It makes things that are not in its state yet, so nothing ends it without a chance to write them down. */
  saves?: true;
  /** The step fills `folder`, which then becomes `keptAs` for later tasks; it is left out when there is that already. */
  fills?: { folder: string; keptAs: string };
  /** A file the program leaves behind, and the facts in its text. */
  report?: { path: string; read(text: string): Fact[] };
  /** A file with what its program gives to what follows the task. */
  outputs?: { path: string; read(text: string): ToolOutput[] };
  /** The program appends its events to a file and marks its output, if it is started with `env`; see runner/events. */
  events?: { path: string; token: string; root: string; env: Record<string, string> };
  /** Its output is read instead of logged, as it may hold sensitive values; `explain` tells why it failed. */
  hidden?: { read(output: string): Fact[]; explain?(output: string): string[] };
  /** After this exit code, the output of a program or a file says what was planned. Whether it does decides nothing. */
  shows?: { after: number; source: { step: Step } | { file: string }; read(text: string): FoundPlan };
  /** What an exit code alone tells. */
  tells?: Partial<Record<number, Fact>>;
};

/** What a program reports about the task besides its output. `unchanged`: applying the plan would change nothing. */
export type Fact =
  | { plan: PlanSummary; unchanged?: boolean }
  | { hosts: HostResult[] }
  | { drift: FoundDrift }
  | { changed_host: { host: string; fingerprint: string } };

/** Reads facts out of a step's lines, from the first line on that contains `trigger`. */
export type FactReader = { trigger: string; read(line: string): Fact | null };

/** What a tool says about one of its outputs. */
export type ToolOutput = { name: string; value?: unknown; secret: boolean };

/** The outputs of a stack, in what these programs print. */
export type StackOutputs = { steps: Step[]; read(printed: string[]): ToolOutput[] };

/** One application. `steps` is pure: the same job and paths give the same programs, files and arguments. */
export type Adapter = {
  steps(job: Job, workspace: PreparedWorkspace): Step[];
  /** A fresh reader for every step. */
  facts?(): FactReader;
  /** What tells the outputs of its stack, once it has succeeded; null: the console reads them from the state. */
  outputs?(job: Job, workspace: PreparedWorkspace): StackOutputs | null;
};
