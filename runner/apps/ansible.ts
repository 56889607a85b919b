import { dirname, join, resolve } from "node:path";
import { APP_COMMANDS } from "@/lib/protocol/app";
import type { Job, KeySecret } from "@/lib/protocol/job";
import type { Adapter, PreparedWorkspace, Step } from "@/runner/apps/adapter";
import {
  CALLBACK_PLUGIN,
  EVENTS_VARIABLE,
  MARK_VARIABLE,
  OUTPUTS_VARIABLE,
  RESULTS_VARIABLE,
} from "@/runner/apps/ansible/callback-plugin";
import { changedHostKey } from "@/runner/apps/ansible/changed-host-key";
import type { AnsibleFiles } from "@/runner/apps/ansible/files";
import { readHostDrift, readHostResults, readStats } from "@/runner/apps/ansible/host-results";
import { prependPaths, searchPaths } from "@/runner/apps/ansible/search-paths";
import { taskArguments } from "@/runner/apps/task-arguments";
import { sortedVariables, taskDetails, taskEnvironment } from "@/runner/apps/variables";
import { TaskProblem } from "@/runner/job/problem";
import { sshSetting } from "@/runner/write/ssh-config";
import { shellWord } from "@/runner/write/values";
import { toYaml, Unsafe } from "@/runner/write/yaml";

/** Arguments that reference files, and those files. */
type Part = { args: string[]; files: Step["files"] };

const NOTHING: Part = { args: [], files: [] };
const NO_FILES: AnsibleFiles = { requirements: [], paths: searchPaths(null, {}) };

export const ansible: Adapter = {
  steps: (job, workspace) => [...galaxySteps(job, workspace), playbookStep(job, workspace)],
  facts: changedHostKey,
};

function playbookStep(job: Job, workspace: PreparedWorkspace): Step {
  const parts = [
    inventoryPart(job, workspace),
    userPart(job.inventory?.key ?? null, workspace),
    becomePart(job.inventory?.become_key ?? null, workspace),
    { args: switches(job), files: [] },
    ...job.vaults.map((vault, index) => vaultPart(vault, index, workspace)),
    variablesPart(job, workspace),
    secretsPart(job, workspace),
  ];
  const given = argumentsPart(job, workspace);
  const results = join(workspace.directory, "hosts.json");
  // Among the secrets, because some of them may be.
  const outputs = join(workspace.secrets, "outputs.json");
  return {
    name: "run",
    command: job.app_path ?? APP_COMMANDS.ansible,
    args: [
      ...(job.app_args ?? []),
      ...parts.flatMap((part) => part.args),
      ...job.template_arguments,
      ...given.args,
      ...filters(job),
      job.playbook.startsWith("-") ? `./${job.playbook}` : job.playbook,
    ],
    env: {
      ...ansibleEnvironment(workspace),
      ...taskEnvironment(job, workspace.agentSocket),
      ...searchEnvironment(workspace),
      [RESULTS_VARIABLE]: results,
      ...(job.drift_check ? {} : { [OUTPUTS_VARIABLE]: outputs }),
    },
    cwd: workspace.repository,
    files: [
      ...[...parts, given].flatMap((part) => part.files),
      { path: callbackPath(workspace), content: CALLBACK_PLUGIN },
    ],
    exits: { 0: "next" },
    stop: "gentle",
    events: eventsOf(workspace),
    report: { path: results, read: job.drift_check ? readHostDrift : readHostResults },
    outputs: { path: outputs, read: readStats },
  };
}

/** Among the secrets, because they are masked only when they leave this file. */
function eventsOf({ secrets, mark, repository }: PreparedWorkspace): NonNullable<Step["events"]> {
  const [path, token] = [join(secrets, "events"), mark.slice(0, 12)];
  return { path, token, root: repository, env: { [EVENTS_VARIABLE]: path, [MARK_VARIABLE]: token } };
}

const callbackPath = ({ secrets }: PreparedWorkspace): string => join(secrets, "callback", "signalbox.py");

/** Adds our plugin and the task's installed requirements to Ansible's search paths. */
function searchEnvironment(workspace: PreparedWorkspace): Step["env"] {
  const { requirements, paths } = workspace.ansible ?? NO_FILES;
  const installed = (kind: string) => requirements.map(({ keptAs }) => join(keptAs, kind));
  return {
    ...prependPaths("callbacks", [join(workspace.secrets, "callback")], paths),
    ...prependPaths("collections", installed("collections"), paths),
    ...prependPaths("roles", installed("roles"), paths),
  };
}

/** From the same installation as the ansible-playbook that an administrator configured. */
const galaxyCommand = ({ app_path }: Job): string =>
  app_path?.endsWith("/ansible-playbook") ? join(dirname(app_path), "ansible-galaxy") : "ansible-galaxy";

/** Installs the collections and roles of the repository's requirements files. */
function galaxySteps(job: Job, workspace: PreparedWorkspace): Step[] {
  if (job.skip_galaxy_install) return [];
  const { requirements, paths } = workspace.ansible ?? NO_FILES;
  return requirements.map(({ name, verbs, file, folder, keptAs }) => ({
    name,
    command: galaxyCommand(job),
    args: [...verbs, "-r", file, "--force"],
    env: {
      ...ansibleEnvironment(workspace),
      ...taskEnvironment(job, workspace.agentSocket),
      ...prependPaths("collections", [join(folder, "collections")], paths),
      ...prependPaths("roles", [join(folder, "roles")], paths),
    },
    cwd: workspace.repository,
    files: [],
    exits: { 0: "next" },
    stop: "gentle",
    fills: { folder, keptAs },
  }));
}

/** For ssh our command line has the lowest priority, so host key settings of the inventory and ansible.cfg win. */
function ansibleEnvironment(workspace: PreparedWorkspace): Step["env"] {
  const ssh = [
    `-o ${shellWord(sshSetting("UserKnownHostsFile", workspace.knownHosts))}`,
    "-o StrictHostKeyChecking=accept-new",
    "-o HashKnownHosts=no",
  ].join(" ");
  return {
    PYTHONUNBUFFERED: "1",
    ANSIBLE_FORCE_COLOR: "True",
    ANSIBLE_SSH_CONTROL_PATH_DIR: workspace.sockets,
    ANSIBLE_SSH_EXTRA_ARGS: ssh,
    ANSIBLE_SCP_EXTRA_ARGS: ssh,
    ANSIBLE_SFTP_EXTRA_ARGS: ssh,
  };
}

function inventoryPart(job: Job, workspace: PreparedWorkspace): Part {
  const { inventory } = job;
  if (!inventory) return NOTHING;
  if (inventory.type === "file") {
    const root = inventory.repository ? workspace.inventoryRepository : workspace.repository;
    return { args: ["-i", resolve(root ?? workspace.repository, inventory.content)], files: [] };
  }
  if (inventory.type !== "static" && inventory.type !== "static-yaml") {
    throw new TaskProblem("settings_invalid", `an inventory of type ${inventory.type} does not fit Ansible`);
  }
  const name = inventory.type === "static-yaml" ? "inventory.yml" : "inventory";
  // In a folder of its own, because Ansible looks for group_vars next to an inventory.
  const path = join(workspace.secrets, "inventory", name);
  return { args: ["-i", path], files: [{ path, content: inventory.content }] };
}

function userPart(key: KeySecret | null, workspace: PreparedWorkspace): Part {
  if (!key || key.type === "none") return NOTHING;
  const user: Part = { args: key.login === "" ? [] : ["--user", key.login], files: [] };
  if (key.type !== "login_password" || key.password === "") return user;
  return together(user, passwordPart("--connection-password-file", "connection-password", key.password, workspace));
}

function becomePart(key: KeySecret | null, workspace: PreparedWorkspace): Part {
  if (!key || key.type === "none") return NOTHING;
  if (key.type !== "login_password") {
    throw new TaskProblem("key_invalid", "the become key of an inventory has to be a login with password");
  }
  const user: Part = { args: key.login === "" ? [] : ["--become-user", key.login], files: [] };
  if (key.password === "") return user;
  return together(user, passwordPart("--become-password-file", "become-password", key.password, workspace));
}

/** Ansible runs an executable file, and takes what it prints for the password. */
function vaultPart(
  { name, password, script }: Job["vaults"][number],
  index: number,
  workspace: PreparedWorkspace,
): Part {
  const id = name || "default";
  if (script) return { args: [`--vault-id=${id}@${resolve(workspace.repository, script)}`], files: [] };
  const path = join(workspace.secrets, `vault-${index}`);
  return { args: [`--vault-id=${id}@${path}`], files: [{ path, content: password }] };
}

function passwordPart(option: string, name: string, password: string, workspace: PreparedWorkspace): Part {
  const path = join(workspace.secrets, name);
  return { args: [option, path], files: [{ path, content: password }] };
}

function switches(job: Job): string[] {
  return [...(job.debug ? ["-vvvv"] : []), ...(job.diff ? ["--diff"] : []), ...(job.dry_run ? ["--check"] : [])];
}

function filters(job: Job): string[] {
  return [
    ...(job.limit === "" ? [] : [`--limit=${job.limit}`]),
    ...(job.tags === "" ? [] : [`--tags=${job.tags}`]),
    ...(job.skip_tags === "" ? [] : [`--skip-tags=${job.skip_tags}`]),
  ];
}

/** Input from users and webhooks is data: templates in it must not be evaluated on the runner. */
function variablesPart(job: Job, workspace: PreparedWorkspace): Part {
  const untrusted = new Set(job.untrusted_vars);
  const variables = sortedVariables(job).map(([name, value]) => [
    name,
    untrusted.has(name) ? new Unsafe(value) : value,
  ]);
  const all = { ...Object.fromEntries(variables), semaphore_vars: new Unsafe(taskDetails(job)) };
  return varsFile("variables.yml", all, workspace);
}

/** Secrets come last, so that they win, and are marked literal: a password may contain braces. */
function secretsPart(job: Job, workspace: PreparedWorkspace): Part {
  if (Object.keys(job.secret_vars).length === 0) return NOTHING;
  return varsFile("secrets.yml", new Unsafe(job.secret_vars), workspace);
}

/** Variables among the task's arguments are data too. They come last, because Ansible lets the last ones win. */
function argumentsPart(job: Job, workspace: PreparedWorkspace): Part {
  const { options, variables } = taskArguments(job);
  const args: Part = { args: options, files: [] };
  return Object.keys(variables).length === 0
    ? args
    : together(args, varsFile("arguments.yml", new Unsafe(variables), workspace));
}

function varsFile(name: string, content: unknown, workspace: PreparedWorkspace): Part {
  const path = join(workspace.secrets, name);
  return { args: ["-e", `@${path}`], files: [{ path, content: `${toYaml(content)}\n` }] };
}

const together = (a: Part, b: Part): Part => ({ args: [...a.args, ...b.args], files: [...a.files, ...b.files] });
