import {
  anything,
  exactly,
  flag,
  int,
  like,
  listOf,
  mapOf,
  nothing,
  nullable,
  object,
  text,
  time,
} from "../support/shape";

const user = {
  id: int,
  created: time,
  username: text,
  name: text,
  email: text,
  admin: flag,
  external: flag,
  alert: flag,
};
export const User = object(user);
export const CurrentUser = object({ ...user, can_create_project: flag });
export const MinimalUser = object({ id: int, username: text, name: text });

export const Checklist = object({
  key: flag,
  repository: flag,
  inventory: flag,
  template: flag,
  run: flag,
  template_id: nullable(int),
  dismissed: flag,
});

const facts = { id: int, used_by: int, changed_at: nullable(time), changed_by: nullable(text) };
export const KeyFacts = object(facts);
export const EnvironmentFacts = object({ ...facts, variables: int, secrets: int });
export const InventoryFacts = object({ ...facts, hosts: nullable(int) });
export const RepositoryFacts = object({
  ...facts,
  commit_hash: nullable(text),
  commit_message: nullable(text),
  commit_task_id: nullable(int),
  checked_at: nullable(time),
  check_failed: nullable(flag),
});

const token = { created: time, expired: flag, user_id: int };
export const Token = object({ ...token, id: like(/^[\w-]{12}$/) });
export const NewToken = object({ ...token, id: like(/^[\w=-]{40,}$/) });
export const OwnToken = object({ ...token, id: text, last_used: nullable(time), last_ip: nullable(text) });

const project = {
  id: int,
  name: text,
  created: time,
  alert: flag,
  alert_chat: nullable(text),
  max_parallel_tasks: int,
  type: text,
};
export const Project = object(project);
export const ReportLine = object({
  kind: text,
  name: text,
  field: text,
  was: nullable(text),
  reason: text,
  reason_params: object({}),
  done: text,
  done_params: object({}),
});
export const RestoredProject = object({
  ...project,
  // What Semaphore does not have.
  empty_keys: int,
  empty_secrets: int,
  dropped_aliases: listOf(text),
  restored_states: int,
  restored_state_versions: int,
  report: listOf(ReportLine),
});
export const UpdatedProject = object({
  id: int,
  dry_run: flag,
  empty_secrets: listOf(text),
  unchanged: int,
  lines: listOf(
    object({
      kind: text,
      name: text,
      done: exactly("created", "updated", "kept", "gone", "deleted", "same_name", "refused"),
      fields: listOf(text),
      reason: nullable(text),
      reason_params: object({}),
    }),
  ),
  dropped_aliases: listOf(text),
  report: listOf(ReportLine),
});
export const Member = object({
  id: int,
  username: text,
  name: text,
  role: exactly("owner", "manager", "task_runner", "guest"),
});

const warnings = listOf(exactly("type_mapped", "start_version_missing"));
const key = {
  id: int,
  name: text,
  type: exactly("ssh", "login_password", "none", "string"),
  project_id: int,
  string: exactly(""),
  login_password: object({ login: exactly(""), password: exactly("") }),
  ssh: object({ login: exactly(""), passphrase: exactly(""), private_key: exactly("") }),
  override_secret: exactly(false),
  details: nullable(object({ type: text, bits: int, comment: text, fingerprint: text })),
  "empty?": exactly(true),
};
export const Key = object(key);
export const NewKey = object({ ...key, "warnings?": warnings });

export const Repository = object({
  id: int,
  name: text,
  project_id: int,
  git_url: text,
  git_branch: text,
  ssh_key_id: int,
});

const inventory = {
  id: int,
  name: text,
  project_id: int,
  inventory: text,
  ssh_key_id: nullable(int),
  become_key_id: nullable(int),
  type: exactly("static", "static-yaml", "file", "terraform-workspace", "tofu-workspace"),
  holder_id: nullable(int),
  repository_id: nullable(int),
};
export const Inventory = object(inventory);
export const NewInventory = object({ ...inventory, "warnings?": warnings });

const environment = { id: int, name: text, project_id: int, password: nullable(text), json: text, env: nullable(text) };
export const Environment = object({
  ...environment,
  secrets: nullable(
    listOf(object({ id: int, type: exactly("var", "env"), name: text, secret: exactly(""), operation: exactly("") })),
  ),
});
export const EnvironmentOfList = object({ ...environment, secrets: nothing });

const status = exactly(
  ...["waiting", "starting", "waiting_confirmation", "confirmed", "running", "stopping", "stopped", "success", "error"],
);
const task = {
  id: int,
  template_id: int,
  project_id: int,
  status,
  debug: flag,
  dry_run: flag,
  diff: flag,
  playbook: text,
  environment: text,
  limit: text,
  secret: exactly(""),
  arguments: nullable(text),
  git_branch: nullable(text),
  user_id: nullable(int),
  integration_id: nullable(int),
  schedule_id: nullable(int),
  created: time,
  start: nullable(time),
  end: nullable(time),
  message: text,
  commit_hash: nullable(text),
  commit_message: text,
  build_task_id: nullable(int),
  autorun: flag,
  version: nullable(text),
  inventory_id: nullable(int),
  // What Semaphore does not have.
  environment_id: nullable(int),
  params: mapOf(anything),
  drift_check: flag,
  reason: nullable(text),
  runner_id: nullable(int),
  incoming_version: nullable(text),
};
export const NewTask = object({ ...task, secret: exactly("{}") });
const taskWithTpl = {
  ...task,
  tpl_playbook: text,
  tpl_alias: text,
  tpl_type: exactly("", "build", "deploy"),
  tpl_app: text,
  user_name: nullable(text),
  stopped_by_name: nullable(text),
  build_task: nullable(object(task)),
  waiting_for: nullable(mapOf(anything)),
  plan: nullable(mapOf(anything)),
  parent_task_id: nullable(int),
  node_key: nullable(text),
  node_item: nullable(int),
};
export const TaskWithTpl = object(taskWithTpl);
export const TaskMatrix = object({
  events: int,
  hosts: listOf(object({ number: int, name: text, millis: int })),
  steps: listOf(
    object({
      number: int,
      play: text,
      name: text,
      file: text,
      file_line: int,
      is_handler: flag,
      states: text,
      started: nullable(time),
      ended: nullable(time),
      millis: int,
    }),
  ),
});
export const TaskResults = object({ results: listOf(mapOf(anything)), next: nullable(int) });
export const TaskDetail = object({
  ...taskWithTpl,
  log_lines: int,
  runner_name: nullable(text),
  last_heard: nullable(time),
  plan_checksum: nullable(text),
  drift: nullable(mapOf(anything)),
  hosts: nullable(listOf(mapOf(anything))),
  stages: listOf(mapOf(anything)),
  results: listOf(text),
  confirm_until: nullable(time),
  parent_name: nullable(text),
  compare_with: nullable(int),
  failure: nullable(
    object({ cause: nullable(text), subject: text, lines: listOf(object({ line: int, output: text })) }),
  ),
  exit_code: nullable(int),
  timeout_seconds: int,
  last_success: nullable(object({ id: int, end: time })),
  state: nullable(object({ id: int, workspace: text, version: nullable(int) })),
  outputs: listOf(object({ name: text, sensitive: flag, "value?": anything })),
});
const comparedRun = object({
  id: int,
  template_id: int,
  template_name: text,
  status: text,
  runner_name: nullable(text),
  start: nullable(time),
  end: nullable(time),
  commit_hash: nullable(text),
});
export const TaskComparison = object({
  before: comparedRun,
  after: comparedRun,
  failing_since: nullable(int),
  suspects: listOf(mapOf(anything)),
  fields: listOf(
    object({
      section: text,
      name: text,
      change: text,
      secret: flag,
      before: nullable(text),
      after: nullable(text),
      diff: nullable(text),
    }),
  ),
  commits: object({ state: text, added: listOf(mapOf(anything)), removed: listOf(mapOf(anything)), more: flag }),
  hosts: nullable(mapOf(anything)),
  plan: nullable(mapOf(anything)),
  durations: listOf(object({ kind: text, name: text, before: nullable(int), after: nullable(int) })),
});
export const LogComparison = object({
  before: int,
  after: int,
  state: text,
  more: flag,
  passages: listOf(listOf(object({ in: text, line: int, output: text }))),
});
const planChanges = listOf(
  object({
    address: text,
    module: text,
    type: text,
    action: text,
    reason: text,
    previous_address: nullable(text),
    imported: flag,
    forced_by: listOf(text),
    attributes: listOf(mapOf(anything)),
    omitted: int,
  }),
);
export const TaskPlan = object({
  checksum: text,
  omitted: int,
  resources: planChanges,
  drift: planChanges,
  outputs: planChanges,
});
const runs = {
  success: int,
  error: int,
  stopped: int,
  duration_p50: anything,
  duration_p95: anything,
  waited_p50: anything,
  waited_p95: anything,
};
const group = { id: nullable(int), name: nullable(text), ...runs };
export const Statistics = object({
  tasks: int,
  complete: flag,
  total: object(runs),
  days: listOf(object({ day: like(/^\d{4}-\d\d-\d\d$/), ...runs })),
  templates: listOf(object({ ...group, flaky: int })),
  people: listOf(object(group)),
  runners: listOf(object({ ...group, removed: flag })),
  hosts: listOf(object({ name: text, runs: int, failed: int })),
  causes: listOf(object({ cause: nullable(text), reason: nullable(text), count: int, task_id: int })),
  slowest_hosts: listOf(object({ name: text, runs: int, seconds: anything })),
  slowest: listOf(object({ task_id: int, template_id: int, template_name: text, seconds: anything })),
  cut: listOf(text),
});
export const TaskStage = object({
  id: int,
  task_id: int,
  type: exactly("init", "terraform_plan", "running"),
  name: text,
  start: time,
  end: nullable(time),
  start_output_id: int,
  end_output_id: nullable(int),
  result: nullable(object({ add: int, change: int, destroy: int, "replace?": int })),
});
export const HostLines = object({ lines: listOf(object({ first: int, last: int })), until: int });
export const LogSections = object({
  marks: listOf(object({ line: int, time, kind: exactly("play", "task", "group", "end"), title: text })),
  until: int,
});
export const OutputLine = object({ id: int, task_id: int, task: exactly(""), time, output: text });
export const ActiveTask = object({
  task_id: int,
  project_id: int,
  status,
  location: exactly("queue", "running"),
  template_id: int,
  template_name: text,
  app: text,
  created: time,
  start: nullable(time),
  "username?": text,
  "user_name?": text,
  "runner_id?": int,
  "runner_name?": text,
  "project_name?": text,
  reason: nullable(text),
  waiting_for: nullable(mapOf(anything)),
});

export const TemplateVariable = object({
  kind: exactly("var", "env"),
  name: text,
  secret: flag,
  environment_id: int,
  environment: text,
  overrides: listOf(text),
});

const template = {
  id: int,
  project_id: int,
  inventory_id: nullable(int),
  repository_id: int,
  environment_id: nullable(int),
  name: text,
  playbook: text,
  arguments: nullable(text),
  allow_override_args_in_task: flag,
  description: nullable(text),
  vaults: listOf(
    object({
      id: int,
      project_id: int,
      template_id: int,
      vault_key_id: nullable(int),
      name: nullable(text),
      type: exactly("password", "script"),
      script: nullable(text),
    }),
  ),
  type: exactly("", "build", "deploy"),
  start_version: nullable(text),
  build_template_id: nullable(int),
  view_id: nullable(int),
  last_task: nullable(TaskWithTpl),
  drift: nullable(mapOf(anything)),
  autorun: flag,
  git_branch: nullable(text),
  survey_vars: nullable(
    listOf(
      object({
        name: text,
        title: text,
        required: flag,
        type: exactly("", "string", "int", "integer", "secret", "enum"),
        description: text,
        values: nullable(listOf(object({ name: text, value: text }))),
      }),
    ),
  ),
  suppress_success_alerts: flag,
  app: text,
  tasks: int,
  // What Semaphore does not have.
  environment_ids: listOf(int),
  init_arguments: nullable(text),
  state_id: nullable(int),
  stack: text,
  declares_backend: flag,
  launch: mapOf(exactly("ask", "allowed", "fixed")),
  allow_override_branch_in_task: flag,
  task_params: mapOf(anything),
  allow_parallel_tasks: flag,
  runner_tag: text,
  timeout_seconds: int,
  auto_approve: flag,
  always_ask: flag,
  labels: listOf(text),
  graph: nullable(object({ nodes: listOf(mapOf(anything)), edges: listOf(mapOf(anything)) })),
  favorite: flag,
  recent_tasks: listOf(object({ id: int, status: text, reason: nullable(text) })),
  last_task_id: nullable(int),
  current_task: nullable(TaskWithTpl),
};
export const Template = object(template);
const { task_params, ...fixed } = template;
const { state_id: _ours, ...peerTemplate } = { ...fixed, "task_params?": task_params };
export const PeerTemplateOfList = object({ ...fixed, "task_params?": task_params });
export const PeerTemplate = object(peerTemplate);
export const NewTemplate = object({ ...template, "warnings?": warnings });

const schedule = {
  id: int,
  project_id: int,
  template_id: int,
  cron_format: text,
  name: text,
  active: flag,
  repository_id: nullable(int),
};
export const CommitCheck = object(schedule);
/** Old clients can't have made a schedule with a single time. */
const peerSchedule = { ...schedule, "run_at?": time };
export const Schedule = object(peerSchedule);
export const ScheduleWithTpl = object({ ...peerSchedule, tpl_name: text });
const ownSchedule = {
  ...schedule,
  timezone: nullable(text),
  run_at: nullable(time),
  overlap: exactly("queue", "skip"),
  mode: exactly("run", "check"),
  task_params: mapOf(anything),
  next_run_at: nullable(time),
  missing_answers: listOf(text),
};
export const OwnSchedule = object(ownSchedule);
export const OwnScheduleWithTpl = object({ ...ownSchedule, tpl_name: text });

export const View = object({ id: int, project_id: int, title: text, position: int });

const integration = {
  id: int,
  name: text,
  project_id: int,
  template_id: nullable(int),
  auth_method: exactly("", "github", "token", "hmac"),
  auth_secret_id: nullable(int),
  auth_header: text,
  searchable: flag,
  task_params: nullable(mapOf(anything)),
};
export const Integration = object(integration);
export const OwnIntegration = object({ ...integration, accept_get: flag });
export const NewIntegration = object({ ...integration, accept_get: flag, "warnings?": warnings });
const part = { id: int, integration_id: int, name: text, body_data_type: exactly("", "json", "string"), key: text };
export const Matcher = object({
  ...part,
  match_type: exactly("header", "body"),
  method: exactly("equals", "unequals", "contains"),
  value: text,
});
export const ExtractValue = object({ ...part, value_source: exactly("header", "body"), variable: text });
export const Alias = object({ id: int, url: like(/^http:\/\/signalbox\.test\/api\/integrations\/[a-z0-9]{16,}$/) });

const app = {
  active: flag,
  priority: int,
  title: text,
  icon: text,
  color: text,
  dark_color: text,
  path: text,
  args: nullable(listOf(text)),
};
export const App = object(app);
export const AppOfList = object({ ...app, id: text });

const runner = {
  id: int,
  project_id: nullable(int),
  webhook: text,
  max_parallel_tasks: int,
  active: flag,
  name: text,
  // What Semaphore does not have.
  draining: flag,
  tags: listOf(text),
  tag: text,
  tagged_only: flag,
  project_ids: nullable(listOf(int)),
  version: text,
  hostname: text,
  tools: mapOf(text),
  legacy: flag,
  local_folders: nullable(listOf(text)),
  created: time,
  last_seen: nullable(time),
  connected: flag,
  running: int,
  local: flag,
  cleaning_requested: nullable(time),
};
export const RunnerTag = object({ tag: text, number_of_runners: int });
export const Runner = object(runner);
export const NewRunner = object({ ...runner, token: like(/^[0-9a-f]{64}$/), warnings: listOf(text) });

export const Event = object({
  user_id: nullable(int),
  project_id: nullable(int),
  integration_id: nullable(int),
  object_id: nullable(int),
  object_type: nullable(text),
  description: nullable(text),
  created: time,
  object_name: text,
  project_name: nullable(text),
  username: nullable(text),
  // What Semaphore does not have; all but the name for those who may manage what the event is about.
  id: int,
  user_name: nullable(text),
  action: nullable(text),
  part: nullable(object({ type: text, name: text })),
  "ip?": text,
  "changes?": nullable(mapOf(anything)),
});

const named = listOf(object({ id: int, name: text }));
export const Refs = object({
  templates: named,
  inventories: named,
  repositories: named,
  // What Semaphore does not have.
  schedules: named,
  integrations: named,
});
