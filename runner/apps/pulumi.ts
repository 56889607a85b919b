import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import { APP_COMMANDS } from "@/lib/protocol/app";
import type { Job } from "@/lib/protocol/job";
import type { Adapter, Fact, FactReader, PreparedWorkspace, Step, ToolOutput } from "@/runner/apps/adapter";
import { readDiagnostics, readPreviewedDrift } from "@/runner/apps/pulumi/drift";
import { readEventLog } from "@/runner/apps/pulumi/plan";
import { taskArguments } from "@/runner/apps/task-arguments";
import { asText, sortedVariables, taskEnvironment } from "@/runner/apps/variables";

/** Pulumi: a preview, which a person confirms, and then the update, held to what the preview saved. */
export const pulumi: Adapter = {
  steps: (job, workspace) => [
    ...stackSteps(job, workspace),
    ...(job.drift_check ? [checkStep(job, workspace)] : updateSteps(job, workspace)),
  ],
  facts: () => new SummaryReader(),
  // Also where the console keeps the state: secret values in it are encrypted by Pulumi.
  outputs: (job, workspace) => ({
    steps: [[], ["--show-secrets"]].map((more) => outputStep(job, workspace, more)),
    read: readOutputs,
  }),
};

function outputStep(job: Job, workspace: PreparedWorkspace, more: string[]): Step {
  const step = pulumiStep(job, workspace, "outputs", []);
  const words = ["stack", "output", "--json", "--non-interactive", ...more, ...stackArguments(job)];
  return { ...step, args: [...(job.app_args ?? []), ...words] };
}

/** The arguments of template and task that name the stack. */
function stackArguments(job: Job): string[] {
  const words = [...job.template_arguments, ...taskArguments(job).options];
  return words.filter(
    (word, index) => /^(--stack|-s)(=|$)/.test(word) || /^(--stack|-s)$/.test(words[index - 1] ?? ""),
  );
}

const updateSteps = (job: Job, workspace: PreparedWorkspace): Step[] => [
  previewStep(job, workspace),
  pulumiStep(job, workspace, job.destroy ? "destroy" : "up", applyArguments(job, workspace), {
    phase: "apply",
    saves: true,
  }),
];

/** Its event log says what it found; only with the variable does Pulumi know the option. */
function previewStep(job: Job, workspace: PreparedWorkspace): Step {
  const file = join(workspace.directory, "preview-events");
  const more = { phase: "plan", exits: { 0: afterPreview(job) } } as const;
  const step = pulumiStep(job, workspace, "preview", previewArguments(job, workspace, file), more);
  const shows = { after: 0, source: { file }, read: readEventLog };
  return { ...step, env: { ...step.env, PULUMI_DEBUG_COMMANDS: "true" }, shows };
}

/** `--expect-no-changes` would fail for drift as it does for errors, so the preview itself says what it found. */
const checkStep = (job: Job, workspace: PreparedWorkspace): Step =>
  pulumiStep(
    job,
    workspace,
    "preview",
    ["preview", "--refresh", "--json", "--non-interactive", ...configuration(job)],
    {
      hidden: { read: readPreviewedDrift, explain: readDiagnostics },
    },
  );

/** Makes the stack that the template names, if there is none yet; not for a check, which creates nothing. */
function stackSteps(job: Job, workspace: PreparedWorkspace): Step[] {
  const { stack } = workspace.state;
  if (stack === null) return [];
  const step = pulumiStep(job, workspace, "stack", []);
  const create = job.drift_check ? [] : ["--create"];
  return [{ ...step, args: [...(job.app_args ?? []), "stack", "select", ...create, "--non-interactive", stack] }];
}

function pulumiStep(
  job: Job,
  workspace: PreparedWorkspace,
  name: string,
  args: string[],
  more: Partial<Step> = {},
): Step {
  return {
    name,
    command: job.app_path ?? APP_COMMANDS.pulumi,
    args: [...(job.app_args ?? []), ...args, ...job.template_arguments, ...taskArguments(job).options],
    env: {
      PULUMI_SKIP_UPDATE_CHECK: "true",
      ...taskEnvironment(job, workspace.agentSocket),
      ...job.secret_vars,
      ...workspace.state.env,
    },
    cwd: join(workspace.repository, job.playbook),
    files: [],
    exits: { 0: "next" },
    stop: "single",
    ...more,
  };
}

/** Pulumi keeps no plan of a destruction: what is destroyed is what the stack holds. */
function previewArguments(job: Job, { plan }: PreparedWorkspace, events: string): string[] {
  const preview = job.destroy ? ["destroy", "--preview-only"] : ["preview", `--save-plan=${plan}`];
  return [...preview, `--event-log=${events}`, "--non-interactive", ...configuration(job)];
}

/** The arguments of template and task are repeated: they name the stack and its targets. */
function applyArguments(job: Job, { plan }: PreparedWorkspace): string[] {
  const apply = job.destroy ? ["destroy"] : ["up", `--plan=${plan}`];
  return [...apply, "--yes", "--skip-preview", "--non-interactive", ...configuration(job)];
}

/** Plain variables are the stack's configuration; secret ones come by environment. A destruction needs neither. */
const configuration = (job: Job): string[] =>
  job.destroy ? [] : sortedVariables(job).map(([name, value]) => `--config=${name}=${asText(value)}`);

function afterPreview(job: Job): "done" | "next" | "confirm" {
  if (job.plan_only || job.dry_run) return "done";
  return job.auto_approve ? "next" : "confirm";
}

const COUNT = /^\s+[^\s\d]+ *(\d+) to (create|update|delete|replace|import)$/;
const CHANGED_OUTPUT = /^\s+[+~-]/;

/** The summary comes in lines: `Resources:`, then one for every kind of change. Outputs are a change of their own. */
class SummaryReader implements FactReader {
  readonly trigger = "Previewing";
  private section = "";
  private summarized = false;
  private outputsChange = false;
  private readonly plan = { add: 0, change: 0, destroy: 0 };

  read(coloured: string): Fact | null {
    const line = stripVTControlCharacters(coloured);
    this.section = /^(\w+):/.exec(line)?.[1] ?? this.section;
    this.summarized ||= this.section === "Resources";
    if (this.section === "Outputs") this.outputsChange ||= CHANGED_OUTPUT.test(line);
    if (this.section === "Resources") this.count(line);
    if (!this.summarized) return null;
    const { add, change, destroy } = this.plan;
    return { plan: { ...this.plan }, unchanged: add + change + destroy === 0 && !this.outputsChange };
  }

  private count(line: string): void {
    const [, digits, kind] = COUNT.exec(line) ?? [];
    const count = Number(digits);
    if (kind === "create" || kind === "import" || kind === "replace") this.plan.add += count;
    if (kind === "update") this.plan.change += count;
    if (kind === "delete" || kind === "replace") this.plan.destroy += count;
  }
}

const Outputs = z.record(z.string(), z.unknown());

/** What differs when secrets are shown is secret. Throws when it is no JSON of that form. */
function readOutputs(printed: string[]): ToolOutput[] {
  const [masked = {}, shown = {}] = printed.map((text) => Outputs.parse(JSON.parse(text)));
  const isSecret = (name: string) => JSON.stringify(masked[name]) !== JSON.stringify(shown[name]);
  return Object.entries(shown).map(([name, value]) => ({ name, value, secret: isSecret(name) }));
}
