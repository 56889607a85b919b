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
import { sortedVariables, taskEnvironment } from "@/runner/apps/variables";

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
    const before = [
      step("init", ["init", "-input=false", ...lock, ...job.init_arguments]),
      ...(workspace.state.selects ? [step("workspace", ["workspace", "select", ...create, workspaceOf(job)])] : []),
    ];
    if (job.drift_check) return [...before, ...checkSteps(job, workspace)];
    return [
      ...before,
      planStep(job, workspace),
      step("apply", ["apply", "-input=false", ...applyState(workspace), workspace.plan], {
        phase: "apply",
        saves: true,
      }),
    ];
  },
  facts: () => ({ trigger: "Plan:", read: readSummary }),
  outputs: (job, workspace) =>
    workspace.state.kept
      ? null
      : { steps: [terraformStep(job, workspace, "outputs", ["output", "-json"], {})], read: readOutputs },
};

const workspaceOf = (job: Job): string => job.inventory?.content.trim() || DEFAULT_WORKSPACE;

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

/** Values and arguments belong to the plan; an apply of the plan takes neither. */
function planStep(job: Job, workspace: PreparedWorkspace): Step {
  const mode = [`-out=${workspace.plan}`, ...(job.destroy ? ["-destroy"] : [])];
  const shows = { after: CHANGES, source: { step: showStep(job, workspace) }, read: readPlan };
  return { ...planning(job, workspace, "plan", mode), phase: "plan", exits: planExits(job), shows };
}

const showStep = (job: Job, workspace: PreparedWorkspace, more: Partial<Step> = {}): Step =>
  terraformStep(job, workspace, "drift", ["show", "-json", workspace.plan], more);

function planning(job: Job, workspace: PreparedWorkspace, name: string, mode: string[]): Step {
  const file = variablesFile(job, workspace);
  const args = [
    "plan",
    "-input=false",
    "-detailed-exitcode",
    ...planState(workspace),
    ...mode,
    ...file.map(({ path }) => `-var-file=${path}`),
    ...job.template_arguments,
    ...taskArguments(job).options,
  ];
  return terraformStep(job, workspace, name, args, { files: file, exitTexts: { [CHANGES]: "there are changes" } });
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

/** By environment, which unlike arguments shows no value to other users and ignores what the code does not declare. */
function environmentVariables(job: Job): Step["env"] {
  const texts = Object.entries({ ...job.extra_vars, ...job.secret_vars }).filter(([, value]) => isText(value));
  return Object.fromEntries(texts.map(([name, value]) => [`TF_VAR_${name}`, String(value)]));
}

/** What is no text: by environment a variable without a declared type would get it as one. */
function variablesFile(job: Job, workspace: PreparedWorkspace): Step["files"] {
  const others = sortedVariables(job).filter(
    ([name, value]) => !isText(value) && !Object.hasOwn(job.secret_vars, name),
  );
  if (others.length === 0) return [];
  const path = join(workspace.secrets, "variables.tfvars.json");
  return [{ path, content: `${JSON.stringify(Object.fromEntries(others))}\n` }];
}

const isText = (value: unknown): value is string => typeof value === "string";

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
