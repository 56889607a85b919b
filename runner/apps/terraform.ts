import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import { APP_COMMANDS } from "@/lib/protocol/app";
import type { Job } from "@/lib/protocol/job";
import { DEFAULT_WORKSPACE } from "@/lib/protocol/state";
import type { Adapter, Fact, PreparedWorkspace, Step, ToolOutput } from "@/runner/apps/adapter";
import { taskArguments } from "@/runner/apps/task-arguments";
import { readPlannedDrift } from "@/runner/apps/terraform/drift";
import { readPlan } from "@/runner/apps/terraform/plan";
import { variablesFile, variablesOfApply } from "@/runner/apps/terraform/variables";
import { taskEnvironment } from "@/runner/apps/variables";
import { TaskProblem } from "@/runner/job/problem";

const SUMMARY = /^Plan: (?:\d+ to import, )?(\d+) to add, (\d+) to change, (\d+) to destroy/;
/** `plan -detailed-exitcode` with something to do. */
const CHANGES = 2;

/** Terraform and OpenTofu: exactly the plan that was shown is applied. */
export const terraform: Adapter = {
  steps: (job, workspace) => {
    const step = (name: string, args: string[], more: Partial<Step> = {}) =>
      terraformStep(job, workspace, name, args, more);
    // A check takes no lock, and creates nothing, not even a workspace.
    const [lock, create] = job.drift_check ? [["-lock=false"], []] : [[], ["-or-create=true"]];
    const name = workspaceOf(job);
    const before = [
      step("init", ["init", "-input=false", ...lock, ...job.init_arguments]),
      ...(workspace.state.selects ? [step("workspace", ["workspace", "select", ...create, name])] : []),
    ];
    if (job.drift_check) return [...before, ...checkSteps(job, workspace)];
    return [...before, planStep(job, workspace), applyStep(job, workspace)];
  },
  facts: () => ({ trigger: "Plan:", read: readSummary }),
  outputs: (job, workspace) =>
    workspace.state.kept
      ? null
      : { steps: [terraformStep(job, workspace, "outputs", ["output", "-json"], {})], read: readOutputs },
};

function workspaceOf({ inventory }: Job): string {
  if (!inventory) return DEFAULT_WORKSPACE;
  if (inventory.type !== "terraform-workspace" && inventory.type !== "tofu-workspace")
    throw new TaskProblem("settings_invalid", `an inventory of type ${inventory.type} is no workspace`);
  return inventory.content.trim() || DEFAULT_WORKSPACE;
}

function terraformStep(
  job: Job,
  workspace: PreparedWorkspace,
  name: string,
  args: string[],
  more: Partial<Step>,
): Step {
  return {
    name,
    command: job.app_path ?? (job.app === "tofu" ? APP_COMMANDS.tofu : APP_COMMANDS.terraform),
    args: [...(job.app_args ?? []), ...args],
    env: {
      CHECKPOINT_DISABLE: "1",
      TF_IN_AUTOMATION: "1",
      TF_INPUT: "0",
      ...taskEnvironment(job, workspace.agentSocket),
      ...environmentVariables(job),
      ...workspace.state.env,
    },
    cwd: join(workspace.repository, job.playbook),
    files: [],
    exits: { 0: "next" },
    stop: "single",
    ...more,
  };
}

/** For a state that lies apart from the code. */
const planState = ({ state: { stateFile } }: PreparedWorkspace) => (stateFile === null ? [] : [`-state=${stateFile}`]);
/** Without a backup: the console has every version. */
const applyState = (workspace: PreparedWorkspace) => {
  const { stateFile } = workspace.state;
  return stateFile === null ? [] : [...planState(workspace), `-state-out=${stateFile}`, "-backup=-"];
};

/** Arguments belong to the plan; an apply of it takes none but values. */
function planStep(job: Job, workspace: PreparedWorkspace): Step {
  const mode = [`-out=${workspace.plan}`, ...(job.destroy ? ["-destroy"] : [])];
  const shows = { after: CHANGES, source: { step: showStep(job, workspace) }, read: readPlan };
  return { ...planning(job, workspace, "plan", mode), phase: "plan", exits: planExits(job), shows };
}

function applyStep(job: Job, workspace: PreparedWorkspace): Step {
  const files = variablesOfApply(job, workspace);
  const values = [...files.map(asArgument), ...(workspace.terraform?.compares ? valueArguments(job) : [])];
  const args = ["apply", "-input=false", ...applyState(workspace), ...values, workspace.plan];
  return terraformStep(job, workspace, "apply", args, { files, phase: "apply", saves: true });
}

/** The arguments of template and task that give variables their values. */
function valueArguments(job: Job): string[] {
  const words = [...job.template_arguments, ...taskArguments(job).options];
  return words.filter(
    (word, index) => /^--?var(-file)?(=|$)/.test(word) || /^--?var(-file)?$/.test(words[index - 1] ?? ""),
  );
}

const showStep = (job: Job, workspace: PreparedWorkspace, more: Partial<Step> = {}): Step =>
  terraformStep(job, workspace, "drift", ["show", "-json", workspace.plan], more);

function planning(job: Job, workspace: PreparedWorkspace, name: string, mode: string[]): Step {
  const files = variablesFile(job, workspace);
  const args = [
    "plan",
    "-input=false",
    "-detailed-exitcode",
    ...planState(workspace),
    ...mode,
    ...files.map(asArgument),
    ...job.template_arguments,
    ...taskArguments(job).options,
  ];
  return terraformStep(job, workspace, name, args, { files, exitTexts: { [CHANGES]: "there are changes" } });
}

const DRIFTED: Fact = { drift: { drifted: true, items: [] } };

/** First what was changed outside, then what the code would change; the second plan has the items of both. */
function checkSteps(job: Job, workspace: PreparedWorkspace): Step[] {
  const found = { exits: { 0: "next", [CHANGES]: "next" }, tells: { [CHANGES]: DRIFTED } } as const;
  return [
    { ...planning(job, workspace, "refresh", ["-refresh-only", "-lock=false"]), ...found },
    { ...planning(job, workspace, "plan", ["-lock=false", `-out=${workspace.plan}`]), ...found },
    showStep(job, workspace, { hidden: { read: readPlannedDrift } }),
  ];
}

function planExits(job: Job): Step["exits"] {
  if (job.plan_only || job.dry_run) return { 0: "done", [CHANGES]: "done" };
  return { 0: "done", [CHANGES]: job.auto_approve ? "next" : "confirm" };
}

/** Beside the file, for programs around Terraform's own and for what it does before a plan. Ignored where the code declares no such variable. */
function environmentVariables(job: Job): Step["env"] {
  const texts = Object.entries({ ...job.extra_vars, ...job.secret_vars }).filter(
    ([, value]) => typeof value === "string",
  );
  return Object.fromEntries(texts.map(([name, value]) => [`TF_VAR_${name}`, String(value)]));
}

const asArgument = ({ path }: Step["files"][number]): string => `-var-file=${path}`;

function readSummary(line: string): Fact | null {
  const match = SUMMARY.exec(stripVTControlCharacters(line));
  if (!match) return null;
  const [, add, change, destroy] = match;
  return { plan: { add: Number(add), change: Number(change), destroy: Number(destroy) } };
}

const Outputs = z.record(z.string(), z.object({ value: z.unknown(), sensitive: z.boolean().default(false) }));

/** Throws when it is no JSON of that form. */
function readOutputs([text = ""]: string[]): ToolOutput[] {
  const outputs = Object.entries(Outputs.parse(JSON.parse(text)));
  return outputs.map(([name, { value, sensitive }]) => ({ name, value, secret: sensitive }));
}
