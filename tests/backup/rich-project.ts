import { createEnvironment } from "@/lib/environment/operations";
import * as integrations from "@/lib/integration/operations";
import * as parts from "@/lib/integration/part-operations";
import { createInventory } from "@/lib/inventory/operations";
import { createKey } from "@/lib/key/operations";
import { createRepository } from "@/lib/repository/operations";
import { createSchedule } from "@/lib/schedule/operations";
import { createState } from "@/lib/state/operations";
import { createTemplate } from "@/lib/template/operations";
import { createView } from "@/lib/view/operations";
import { SSH_KEY } from "../support/ssh-key";
import { newProject, type World } from "../support/world";

/** Part of every secret of the project. */
export const CANARY = "canary-7f3a";

/** What a schedule of the project is in another one, until its secret answers are entered again. */
export const withoutAnswers = <Schedule extends { task_params: object }>(schedule: Schedule) => ({
  ...schedule,
  active: false,
  task_params: { ...schedule.task_params, secret_names: [] },
});

/** One of everything with every field filled in, and a secret wherever possible. */
export async function richProject(w: World): Promise<number> {
  const projectId = await newProject(w.db, "Rich", w.userIds.owner);
  const create = async (op: Parameters<World["call"]>[0], input: object, params: object = {}) =>
    ((await w.call(op, "admin", { projectId, ...params }, input)) as { id: number }).id;
  const login = { type: "login_password", login_password: { login: "joe", password: CANARY } };
  const password = await create(createKey, { name: "Password", ...login });
  const ssh = await create(createKey, {
    name: "Deploy",
    type: "ssh",
    ssh: { private_key: SSH_KEY, passphrase: CANARY, login: "joe" },
  });
  const repository = { git_url: "git@example.com:a.git", git_branch: "main", ssh_key_id: ssh };
  const code = await create(createRepository, { name: "Code", ...repository });
  const other = await create(createRepository, { name: "Inventories", ...repository });
  const keys = { ssh_key_id: ssh, become_key_id: password };
  const hosts = await create(createInventory, { name: "Hosts", type: "static", inventory: "web", ...keys });
  await create(createInventory, { name: "File", type: "file", inventory: "inv/x", repository_id: other });
  const environment = await create(createEnvironment, {
    name: "Live",
    json: '{"a":1}',
    env: '{"B":"2"}',
    password: CANARY,
    secrets: [
      { type: "env", name: "TOKEN", secret: CANARY, operation: "create" },
      { type: "var", name: "token", secret: CANARY, operation: "create" },
    ],
  });
  const view = await create(createView, { title: "Web", position: 7 });
  const survey_vars = [
    {
      name: "size",
      title: "Size",
      required: true,
      type: "enum",
      description: "?",
      values: [{ name: "L", value: "l" }],
    },
    { name: "pin", title: "Pin", type: "secret" },
  ];
  const build = await create(createTemplate, {
    name: "Build",
    app: "ansible",
    type: "build",
    start_version: "1.0.0",
    playbook: "site.yml",
    repository_id: code,
    inventory_id: hosts,
    environment_id: environment,
    view_id: view,
    description: "All of it",
    arguments: '["-v"]',
    allow_override_args_in_task: true,
    launch: { limit: "allowed", message: "fixed", arguments: "ask" },
    autorun: true,
    git_branch: "dev",
    suppress_success_alerts: true,
    allow_parallel_tasks: true,
    runner_tag: "gpu",
    timeout_seconds: 90,
    auto_approve: true,
    survey_vars,
    vaults: [
      { name: null, vault_key_id: password },
      { name: "second", vault_key_id: password },
    ],
  });
  const network = await create(createState, { name: "Network", kind: "terraform" });
  await create(createTemplate, {
    name: "Deploy",
    app: "terraform",
    type: "deploy",
    build_template_id: build,
    repository_id: code,
    state_id: network,
  });
  await create(createTemplate, { name: "Destroy", app: "terraform", repository_id: code, state_id: network });
  const answers = {
    environment: '{"size":"l"}',
    secret: JSON.stringify({ pin: CANARY }),
    inventory_id: hosts,
    environment_id: environment,
  };
  const nightly = { template_id: build, cron_format: "0 3 * * *", timezone: "Europe/Berlin", name: "Nightly" };
  await create(createSchedule, { ...nightly, active: true, overlap: "skip", task_params: answers });
  await create(createSchedule, { template_id: build, run_at: "2199-01-01T00:00:00Z", task_params: answers });
  await create(createSchedule, {
    template_id: build,
    cron_format: "@hourly",
    active: true,
    repository_id: code,
    task_params: answers,
  });
  const integrationId = await create(integrations.createIntegration, {
    name: "Pushes",
    template_id: build,
    auth_method: "hmac",
    auth_header: "X-Sig",
    auth_secret_id: password,
    searchable: true,
    task_params: { debug: true, inventory_id: hosts, environment_id: environment },
  });
  const part = { name: "p", body_data_type: "json", key: "ref" };
  await create(
    parts.createMatcher,
    { ...part, match_type: "body", method: "equals", value: "main" },
    { integrationId },
  );
  await create(parts.createValue, { ...part, value_source: "body", variable: "size" }, { integrationId });
  await create(integrations.createAlias, {}, { integrationId });
  await create(integrations.createProjectAlias, {});
  return projectId;
}
