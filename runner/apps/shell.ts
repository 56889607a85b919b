import { commandOf, LEADING_ARGUMENTS } from "@/lib/protocol/app";
import type { Job } from "@/lib/protocol/job";
import type { Adapter, PreparedWorkspace, Step } from "@/runner/apps/adapter";
import { taskArguments } from "@/runner/apps/task-arguments";
import { asText, sortedVariables, taskEnvironment } from "@/runner/apps/variables";
import { TaskProblem } from "@/runner/job/problem";

/**
 * Scripts: bash, python, powershell and applications added by administrators. Plain variables become `name=value`
 * arguments, secret ones environment variables. A task's own arguments follow the script's name, so that the
 * interpreter passes them on without parsing them.
 */
export const shell: Adapter = {
  steps: (job, workspace) => [scriptStep(job, workspace)],
};

function scriptStep(job: Job, workspace: PreparedWorkspace): Step {
  const given = [
    ...sortedVariables(job).map(([name, value]) => `${name}=${asText(value)}`),
    ...taskArguments(job).options,
  ];
  if (job.playbook === "" && given.length > 0) {
    throw new TaskProblem(
      "settings_invalid",
      "without a script the task's variables and arguments would be the interpreter's",
    );
  }
  return {
    name: "run",
    command: job.app_path ?? defaultCommand(job.app),
    args: [
      ...(job.app_args ?? LEADING_ARGUMENTS.get(job.app) ?? []),
      ...(job.playbook === "" ? [] : [asFile(job.playbook)]),
      ...job.template_arguments,
      ...given,
    ],
    env: { PYTHONUNBUFFERED: "1", ...taskEnvironment(job, workspace.agentSocket), ...job.secret_vars },
    cwd: workspace.repository,
    files: [],
    exits: { 0: "next" },
    stop: "gentle",
  };
}

const defaultCommand = (app: string): string => commandOf(app) ?? app;

/** Keeps a script whose name begins with a dash (or a plus, for bash) from being parsed as an option. */
const asFile = (playbook: string): string => (/^[-+]/.test(playbook) ? `./${playbook}` : playbook);
