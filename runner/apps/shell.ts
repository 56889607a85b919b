import { APP_COMMANDS, LEADING_ARGUMENTS } from "@/lib/protocol/app";
import type { Job } from "@/lib/protocol/runner";
import type { Adapter, PreparedWorkspace, Step } from "@/runner/apps/adapter";
import { asText, sortedVariables, taskEnvironment } from "@/runner/apps/variables";

/**
 * Scripts: bash, python, powershell and whatever an admin adds. Plain variables are `name=value` arguments,
 * secret ones environment variables of their name.
 */
export const shell: Adapter = {
  steps: (job, workspace) => [scriptStep(job, workspace)],
};

function scriptStep(job: Job, workspace: PreparedWorkspace): Step {
  return {
    name: "run",
    command: job.app_path ?? defaultCommand(job.app),
    args: [
      ...(job.app_args ?? LEADING_ARGUMENTS.get(job.app) ?? []),
      ...(job.playbook === "" ? [] : [asFile(job.playbook)]),
      ...job.template_arguments,
      ...sortedVariables(job).map(([name, value]) => `${name}=${asText(value)}`),
      ...job.task_arguments,
    ],
    env: { PYTHONUNBUFFERED: "1", ...taskEnvironment(job, workspace.agentSocket), ...job.secret_vars },
    cwd: workspace.repository,
    files: [],
    exits: { 0: "next" },
    stop: "gentle",
  };
}

const defaultCommand = (app: string): string => (isBuiltin(app) ? APP_COMMANDS[app] : app);
const isBuiltin = (app: string): app is keyof typeof APP_COMMANDS => Object.hasOwn(APP_COMMANDS, app);

/** A script whose name begins with a dash is a file still, not an option. */
const asFile = (playbook: string): string => (playbook.startsWith("-") ? `./${playbook}` : playbook);
