import type { RepositorySnapshot } from "@/db/schema/task-snapshot";
import { appFamily } from "@/lib/protocol/app";
import type { Job, JobRepository, KeySecret } from "@/lib/protocol/job";
import type { LegacyJob, LegacyKey } from "@/lib/protocol/legacy-runner";
import { codeOf, type TaskRow } from "@/lib/task/transition";

/** A job as Semaphore's runner reads it, with the keys it refers to. */
export function legacyJob(task: TaskRow, job: Job): { job: LegacyJob; keys: LegacyKey[] } {
  const { inventory } = task.snapshot;
  const repository = codeOf(task.snapshot);
  const keys = [
    keyJson(job, repository.ssh_key_id, job.repository.key),
    keyJson(job, inventory?.ssh_key_id, job.inventory?.key),
    keyJson(job, inventory?.become_key_id, job.inventory?.become_key),
    keyJson(job, inventory?.repository?.ssh_key_id, job.inventory?.repository?.key),
    ...task.snapshot.template.vaults.map(({ vault_key_id }, index) =>
      keyJson(job, vault_key_id, { type: "login_password", login: "", password: job.vaults[index]?.password ?? "" }),
    ),
  ].filter((key) => key !== null);
  return {
    keys,
    job: {
      Username: job.username,
      IncomingVersion: job.incoming_version,
      Alias: "",
      task: taskJson(task, job),
      template: templateJson(task, job),
      inventory: inventoryJson(task, job),
      inventory_repository:
        inventory?.repository && job.inventory?.repository
          ? repositoryJson(job, inventory.repository, job.inventory.repository)
          : null,
      repository: repositoryJson(job, repository, job.repository),
      environment: environmentJson(task, job),
    },
  };
}

/** Everything that releases spell differently is in the template's arguments, which all of them pass on. */
const taskJson = (task: TaskRow, job: Job): LegacyJob["task"] => ({
  id: task.id,
  template_id: task.template_id,
  project_id: task.project_id,
  status: "starting",
  debug: false,
  dry_run: false,
  diff: false,
  playbook: "",
  environment: "",
  limit: "",
  arguments: null,
  git_branch: null,
  user_id: task.user_id,
  created: task.created,
  message: task.message,
  commit_hash: job.commit_hash,
  commit_message: "",
  build_task_id: task.build_task_id,
  version: task.version,
  inventory_id: task.snapshot.inventory?.id ?? null,
  params: {},
});

function templateJson(task: TaskRow, job: Job): LegacyJob["template"] {
  const { template, inventory, environment } = task.snapshot;
  const { project_id, template_id } = job;
  // A vault with a script needs one of our own runners.
  const vaults = template.vaults.flatMap(({ name, vault_key_id }, index) =>
    vault_key_id === null
      ? []
      : [{ id: index + 1, project_id, template_id, vault_key_id, name: name ?? "default", type: "password" as const }],
  );
  return {
    id: job.template_id,
    project_id: job.project_id,
    inventory_id: inventory?.id ?? null,
    repository_id: codeOf(task.snapshot).id,
    environment_id: environment?.id ?? null,
    name: job.template_name,
    playbook: job.playbook,
    arguments: JSON.stringify([...job.template_arguments, ...optionsOf(job)]),
    allow_override_args_in_task: false,
    type: job.template_type,
    app: job.app,
    git_branch: null,
    task_params: {},
    vaults,
    vault_key_id: vaults.length === 1 ? (vaults[0]?.vault_key_id ?? null) : null,
  };
}

function optionsOf(job: Job): string[] {
  if (appFamily(job.app) !== "ansible") return [];
  return [
    job.debug ? "-vvvv" : "",
    job.diff ? "--diff" : "",
    job.dry_run ? "--check" : "",
    job.limit && `--limit=${job.limit}`,
    job.tags && `--tags=${job.tags}`,
    job.skip_tags && `--skip-tags=${job.skip_tags}`,
  ].filter((option) => option !== "");
}

function inventoryJson({ snapshot: { inventory } }: TaskRow, job: Job): LegacyJob["inventory"] {
  return {
    id: inventory?.id ?? 0,
    name: "",
    project_id: job.project_id,
    inventory: job.inventory?.content ?? "",
    ssh_key_id: inventory?.ssh_key_id ?? null,
    become_key_id: inventory?.become_key_id ?? null,
    type: job.inventory?.type ?? "",
    template_id: null,
    repository_id: inventory?.repository?.id ?? null,
  };
}

const repositoryJson = (job: Job, { id, ssh_key_id }: RepositorySnapshot, { url, branch }: JobRepository) => ({
  id,
  name: "",
  project_id: job.project_id,
  git_url: url,
  git_branch: branch,
  ssh_key_id,
});

function environmentJson({ snapshot: { environment } }: TaskRow, job: Job): LegacyJob["environment"] {
  // Ansible splits a variable of the list at spaces; scripts get secrets as environment variables, as from our runners.
  const inJson = appFamily(job.app) === "ansible";
  return {
    id: environment?.id ?? 0,
    name: "",
    project_id: job.project_id,
    password: null,
    json: JSON.stringify(inJson ? { ...job.extra_vars, ...job.secret_vars } : job.extra_vars),
    env: JSON.stringify(job.env),
    secrets: Object.entries(inJson ? job.secret_env : { ...job.secret_env, ...job.secret_vars }).map(
      ([name, secret], index) => ({ id: index + 1, type: "env", name, secret, operation: "" }),
    ),
  };
}

function keyJson(job: Job, id: number | null | undefined, key: KeySecret | null | undefined): LegacyKey | null {
  if (id === null || id === undefined || !key) return null;
  const { type } = key;
  return {
    id,
    name: `key ${id}`,
    type,
    project_id: job.project_id,
    string: "",
    login_password: type === "login_password" ? { login: key.login, password: key.password } : NO_PASSWORD,
    ssh: type === "ssh" ? { login: key.login, passphrase: key.passphrase, private_key: key.private_key } : NO_SSH,
    override_secret: false,
  };
}

const NO_PASSWORD = { login: "", password: "" };
const NO_SSH = { login: "", passphrase: "", private_key: "" };
