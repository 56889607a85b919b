import { and, eq, type Placeholder, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { idsIn, isOneOf } from "@/db/one-of";
import { onlyRow } from "@/db/only-row";
import { preparedTogether } from "@/db/read-together";
import { environments } from "@/db/schema/environments";
import type { EnvironmentSnapshot, RepositorySnapshot } from "@/db/schema/task-snapshot";
import { users } from "@/db/schema/users";
import { openedSecrets, selectSealedSecrets } from "@/lib/environment/store";
import { openedKeys, selectSealedKeys } from "@/lib/key/store";
import { Job, JobInventory, type JobRepository, type KeySecret } from "@/lib/protocol/job";
import type { Phase } from "@/lib/protocol/runner";
import { knownHostsIn, selectHostKeys } from "@/lib/repository/host-keys";
import { open } from "@/lib/secret/seal";
import { settings } from "@/lib/settings/settings";
import { jobState } from "@/lib/state/credentials";
import { selectLastSuccess } from "@/lib/task/compare/run";
import { codeOf, type TaskRow } from "@/lib/task/transition";

/** What is read for a job besides its task. */
export type JobParts = Awaited<ReturnType<typeof readJobParts>>;

export async function readJobParts(db: Db, task: TaskRow) {
  const read = await selectParts(db).execute({
    projectId: task.project_id,
    keyIds: keyIdsOf(task),
    environmentIds: environmentsOf(task).map(({ id }) => id),
    userIds: idsIn([task.user_id]),
    taskId: task.id,
    templateId: task.template_id,
  });
  return onlyRow(read);
}

/** A task that would run without secrets that it was started with. */
export class ResourceDeletedError extends Error {
  constructor(kind: "key" | "environment", id: number) {
    super(`${kind} ${id} was deleted after the task was started`);
  }
}

/**
 * Everything the attempt needs, secrets in plaintext. Throws UndecryptableError when one cannot be opened, and
 * ResourceDeletedError when what holds it is gone.
 */
export async function jobOf(db: Db, task: TaskRow, phase: Phase, parts?: JobParts): Promise<Job> {
  const read = parts ?? (await readJobParts(db, task));
  const { snapshot } = task;
  const { template } = snapshot;
  const [last] = read.last_success.filter(({ git_url }) => git_url === codeOf(snapshot).git_url);
  const keys = openedKeys(read.keys);
  const variables = variablesOf(environmentsOf(task), read);
  const answers = snapshot.answers ? extra_vars.parse(snapshot.answers) : readJson(extra_vars, task.environment, {});
  const secretAnswers = readJson(secret_vars, task.secret && open(task.secret, `tasks/${task.id}/secret`), {});
  return {
    task_id: task.id,
    attempt: task.attempt,
    phase,
    project_id: task.project_id,
    template_id: task.template_id,
    template_name: template.name,
    app: template.app,
    app_path: snapshot.app.path,
    app_args: snapshot.app.args,
    template_type: template.type,
    playbook: template.playbook,
    repository: repositoryOf(codeOf(snapshot), keys),
    commit_hash: task.commit_hash,
    previous_commit: last?.commit_hash ?? null,
    inventory: inventoryOf(task, keys),
    vaults: template.vaults.map(({ name, vault_key_id, script }) => ({
      name: name ?? "default",
      password: vault_key_id === null ? "" : passwordOf(keyOf(keys, vault_key_id)),
      ...(script && { script }),
    })),
    extra_vars: { ...variables.extra_vars, ...answers },
    secret_vars: { ...variables.secret_vars, ...secretAnswers },
    env: variables.env,
    secret_env: variables.secret_env,
    untrusted_vars: [...Object.keys(answers), ...Object.keys(secretAnswers)],
    template_arguments: template.arguments,
    init_arguments: template.init_arguments ?? [],
    stack: template.stack ?? "",
    state: task.state_id === null ? null : await jobState(db, { ...stateRef(task, task.state_id), phase }),
    task_arguments: readJson(task_arguments, task.arguments, []),
    added_options: settings().taskArguments.get(template.app) ?? [],
    limit: task.limit || (template.filters?.limit ?? ""),
    tags: task.params.tags || (template.filters?.tags ?? ""),
    skip_tags: task.params.skip_tags || (template.filters?.skip_tags ?? ""),
    ...(template.skip_galaxy_install && { skip_galaxy_install: true }),
    ...(snapshot.failed_tests && { failed_tests: snapshot.failed_tests }),
    debug: task.debug,
    // Whatever a runner makes of the mark of a check, with these it changes nothing.
    dry_run: task.dry_run || task.drift_check,
    diff: task.diff || task.drift_check,
    plan_only: (task.params.plan ?? false) || task.drift_check,
    drift_check: task.drift_check,
    auto_approve: template.auto_approve || (task.params.auto_approve ?? false),
    destroy: task.params.destroy ?? false,
    username: read.starters[0]?.username ?? "",
    message: task.message,
    task_url: taskUrl(task),
    incoming_version: task.incoming_version,
    target_version: task.version,
    timeout_seconds: template.timeout_seconds,
    known_hosts: knownHostsIn(read.host_keys),
  };
}

const selectParts = preparedTogether((db) => {
  const projectId = sql.placeholder("projectId");
  return {
    keys: selectSealedKeys(db, projectId, sql.placeholder("keyIds")),
    environments: selectEnvironments(db, projectId, sql.placeholder("environmentIds")),
    secrets: selectSealedSecrets(db, projectId, sql.placeholder("environmentIds")),
    starters: selectUsernames(db, sql.placeholder("userIds")),
    host_keys: selectHostKeys(db, projectId),
    last_success: selectLastSuccess(db, { id: sql.placeholder("taskId"), template_id: sql.placeholder("templateId") }),
  };
});

const stateRef = ({ id, attempt, workspace }: TaskRow, state_id: number) => ({
  task_id: id,
  attempt,
  state_id,
  workspace,
});

const { extra_vars, secret_vars, env, task_arguments } = Job.shape;

const readJson = <Value>(schema: z.ZodType<Value>, text: string | null | undefined, absent: Value): Value =>
  text ? schema.parse(JSON.parse(text)) : absent;

type Variables = Pick<Job, "extra_vars" | "secret_vars" | "env" | "secret_env">;

const environmentsOf = ({ snapshot }: TaskRow): EnvironmentSnapshot[] => [
  ...(snapshot.environment ? [snapshot.environment] : []),
  ...(snapshot.further_environments ?? []),
];

/** Merges all environments: a later one overrides those before, whether the values are secret or not. */
function variablesOf(used: EnvironmentSnapshot[], { environments: known, secrets: sealed }: JobParts): Variables {
  const merged: Variables = { extra_vars: {}, secret_vars: {}, env: {}, secret_env: {} };
  for (const { id, ...texts } of used) {
    if (!known.some((environment) => environment.id === id)) throw new ResourceDeletedError("environment", id);
    const plain = { extra_vars: readJson(extra_vars, texts.json, {}), env: readJson(env, texts.env, {}) };
    for (const name of Object.keys(plain.extra_vars)) delete merged.secret_vars[name];
    for (const name of Object.keys(plain.env)) delete merged.secret_env[name];
    const secrets = openedSecrets(sealed, id);
    Object.assign(merged.extra_vars, plain.extra_vars);
    Object.assign(merged.env, plain.env);
    Object.assign(merged.secret_vars, secrets.vars);
    Object.assign(merged.secret_env, secrets.env);
  }
  return merged;
}

function keyIdsOf({ snapshot }: TaskRow): number[] {
  const { inventory, template } = snapshot;
  const ids = [
    codeOf(snapshot).ssh_key_id,
    inventory?.ssh_key_id,
    inventory?.become_key_id,
    inventory?.repository?.ssh_key_id,
    ...template.vaults.map((vault) => vault.vault_key_id),
  ];
  return ids.filter((id) => typeof id === "number");
}

function keyOf(keys: Map<number, KeySecret>, id: number): KeySecret {
  const key = keys.get(id);
  if (!key) throw new ResourceDeletedError("key", id);
  return key;
}

const repositoryOf = (repository: RepositorySnapshot, keys: Map<number, KeySecret>): JobRepository => ({
  url: repository.git_url,
  branch: repository.git_branch,
  branch_chosen: repository.branch_chosen,
  key: keyOf(keys, repository.ssh_key_id),
});

function inventoryOf({ snapshot: { inventory } }: TaskRow, keys: Map<number, KeySecret>): JobInventory | null {
  if (!inventory) return null;
  return {
    type: JobInventory.shape.type.parse(inventory.type),
    content: inventory.inventory,
    key: inventory.ssh_key_id === null ? null : keyOf(keys, inventory.ssh_key_id),
    become_key: inventory.become_key_id === null ? null : keyOf(keys, inventory.become_key_id),
    repository: inventory.repository && repositoryOf(inventory.repository, keys),
  };
}

const passwordOf = (key: KeySecret): string => (key.type === "login_password" ? key.password : "");

const selectEnvironments = (db: Db, projectId: Placeholder, ids: Placeholder) =>
  db
    .select({ id: environments.id })
    .from(environments)
    .where(and(eq(environments.project_id, projectId), isOneOf(environments.id, ids)));

const selectUsernames = (db: Db, ids: Placeholder) =>
  db.select({ username: users.username }).from(users).where(isOneOf(users.id, ids));

function taskUrl(task: TaskRow): string | null {
  const base = settings().publicUrl;
  return base ? `${base}/project/${task.project_id}/history?t=${task.id}` : null;
}
