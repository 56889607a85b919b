/** What `awx export` of AWX 24 writes: every object by its natural key, with its dependants below `related`. */

/** What AWX exports instead of a secret. */
export const HIDDEN = "$encrypted$";

const organization = (name: string) => ({ name, type: "organization" });
const PLATFORM = organization("Platform");
const WEB = organization("Web");

const credentialType = (name: string, kind: string) => ({ name, kind, type: "credential_type" });
const MACHINE = credentialType("Machine", "ssh");
const SCM = credentialType("Source Control", "scm");
const VAULT = credentialType("Vault", "vault");
const AWS = credentialType("Amazon Web Services", "cloud");
const CHAT = credentialType("Chat Token", "cloud");

type Organization = typeof PLATFORM;
const keyOf = (type: string, owner: Organization | null, name: string) => ({ organization: owner, name, type });
const credentialKey = (owner: Organization | null, name: string, type: object) => ({
  organization: owner,
  name,
  credential_type: type,
  type: "credential",
});

const credential = (owner: Organization | null, name: string, type: object, inputs: object) => ({
  name,
  description: "",
  organization: owner,
  credential_type: type,
  inputs,
  natural_key: credentialKey(owner, name, type),
});

const project = (owner: Organization, name: string, changes: object) => ({
  name,
  description: "",
  local_path: `_${name.length}__${name.toLowerCase()}`,
  scm_type: "git",
  scm_url: "",
  scm_branch: "",
  scm_refspec: "",
  scm_clean: false,
  scm_track_submodules: false,
  scm_delete_on_update: false,
  timeout: 0,
  scm_update_on_launch: true,
  scm_update_cache_timeout: 0,
  allow_override: true,
  organization: owner,
  credential: null,
  default_environment: null,
  signature_validation_credential: null,
  related: { schedules: [], notification_templates_started: [] },
  natural_key: keyOf("project", owner, name),
  ...changes,
});

const hostKey = (inventory: object, name: string) => ({ name, inventory, type: "host" });
const groupKey = (inventory: object, name: string) => ({ name, inventory, type: "group" });

const SERVERS = keyOf("inventory", PLATFORM, "Servers");
const host = (name: string, variables = "", enabled = true) => ({
  name,
  description: "",
  inventory: SERVERS,
  enabled,
  instance_id: "",
  variables,
  related: { groups: [] },
  natural_key: hostKey(SERVERS, name),
});
const group = (name: string, variables: string, hosts: string[], children: string[] = []) => ({
  name,
  description: "",
  inventory: SERVERS,
  variables,
  related: {
    children: children.map((child) => groupKey(SERVERS, child)),
    hosts: hosts.map((each) => hostKey(SERVERS, each)),
  },
  natural_key: groupKey(SERVERS, name),
});

const inventory = (owner: Organization, name: string, changes: object = {}) => ({
  name,
  description: "",
  organization: owner,
  kind: "",
  host_filter: null,
  variables: "",
  prevent_instance_group_fallback: false,
  related: { hosts: [], groups: [], labels: [] },
  natural_key: keyOf("inventory", owner, name),
  ...changes,
});

const source = (
  name: string,
  of: { organization: Organization | null; name: string; type: string },
  changes: object,
) => ({
  name,
  description: "",
  source: "scm",
  source_path: "",
  source_vars: "---",
  scm_branch: "",
  enabled_var: "",
  overwrite: false,
  update_on_launch: false,
  inventory: of,
  source_project: null,
  related: { schedules: [] },
  natural_key: { organization: of.organization, name, inventory: of, type: "inventory_source" },
  ...changes,
});

const schedule = (name: string, of: object, rrule: string, changes: object = {}) => ({
  rrule,
  name,
  description: "",
  extra_data: {},
  inventory: null,
  scm_branch: null,
  job_type: null,
  job_tags: null,
  skip_tags: null,
  limit: null,
  diff_mode: null,
  verbosity: null,
  execution_environment: null,
  forks: null,
  job_slice_count: null,
  timeout: null,
  unified_job_template: of,
  enabled: true,
  related: { credentials: [], labels: [], instance_groups: [] },
  natural_key: { unified_job_template: of, name, type: "schedule" },
  ...changes,
});

const templateKey = (owner: Organization, name: string) => keyOf("job_template", owner, name);
const NO_RELATED = {
  schedules: [],
  labels: [],
  credentials: [],
  notification_templates_started: [],
  notification_templates_success: [],
  notification_templates_error: [],
  survey_spec: {},
};

const jobTemplate = (
  owner: Organization,
  name: string,
  { related = {}, ...changes }: { related?: object; [field: string]: unknown },
) => ({
  name,
  description: "",
  job_type: "run",
  inventory: SERVERS,
  project: keyOf("project", PLATFORM, "Playbooks"),
  playbook: "site.yml",
  scm_branch: "",
  forks: 0,
  limit: "",
  verbosity: 0,
  extra_vars: "---",
  job_tags: "",
  force_handlers: false,
  skip_tags: "",
  start_at_task: "",
  timeout: 0,
  use_fact_cache: false,
  execution_environment: null,
  host_config_key: "",
  ask_scm_branch_on_launch: false,
  ask_diff_mode_on_launch: false,
  ask_variables_on_launch: false,
  ask_limit_on_launch: false,
  ask_tags_on_launch: false,
  ask_skip_tags_on_launch: false,
  ask_job_type_on_launch: false,
  ask_verbosity_on_launch: false,
  ask_inventory_on_launch: false,
  ask_credential_on_launch: false,
  ask_execution_environment_on_launch: false,
  ask_labels_on_launch: false,
  ask_forks_on_launch: false,
  ask_job_slice_count_on_launch: false,
  ask_timeout_on_launch: false,
  ask_instance_groups_on_launch: false,
  survey_enabled: false,
  become_enabled: false,
  diff_mode: false,
  allow_simultaneous: false,
  job_slice_count: 1,
  webhook_service: "",
  webhook_credential: null,
  prevent_instance_group_fallback: false,
  related: { ...NO_RELATED, ...related },
  natural_key: templateKey(owner, name),
  ...changes,
});

const question = (variable: string, type: string, changes: object = {}) => ({
  question_name: `The ${variable}`,
  question_description: "",
  required: false,
  type,
  variable,
  min: 0,
  max: 1024,
  default: "",
  choices: "",
  new_question: true,
  ...changes,
});

const DEPLOY = templateKey(PLATFORM, "Deploy");
const NIGHTLY = schedule("Nightly", DEPLOY, "DTSTART;TZID=Europe/Berlin:20240115T023000 RRULE:INTERVAL=1;FREQ=DAILY", {
  extra_data: { version: "2.0" },
  limit: "web",
  job_tags: "deploy",
});
const FORTNIGHTLY = schedule(
  "Fortnightly",
  DEPLOY,
  "DTSTART;TZID=UTC:20240115T080000 RRULE:INTERVAL=2;FREQ=WEEKLY;BYDAY=MO",
);
const ELSEWHERE = schedule("Elsewhere", DEPLOY, "DTSTART;TZID=UTC:20240115T080000 RRULE:INTERVAL=1;FREQ=DAILY", {
  inventory: keyOf("inventory", PLATFORM, "From Git"),
  extra_data: { api_token: HIDDEN },
});
const PAUSED = schedule("Paused", DEPLOY, "DTSTART;TZID=UTC:20240115T080000 RRULE:INTERVAL=1;FREQ=HOURLY", {
  enabled: false,
});

const workflowNode = (identifier: string, runs: object | null, related: object = {}) => ({
  extra_data: {},
  identifier,
  unified_job_template: runs,
  all_parents_must_converge: false,
  related: { credentials: [], success_nodes: [], failure_nodes: [], always_nodes: [], ...related },
  natural_key: {
    workflow_job_template: keyOf("workflow_job_template", PLATFORM, "Release"),
    identifier,
    type: "workflow_job_template_node",
  },
});
const nodeKey = (identifier: string) => ({ identifier, type: "workflow_job_template_node" });

const SERVER_VARIABLES = `---
# kept as they are
answer: "yes"
enabled: yes
mode: 0644
greeting: "{{ who }} says hello"
released: 2024-01-15
`;

export const awxExport = () => ({
  users: [{ username: "admin", email: "", related: { roles: [] }, natural_key: { username: "admin", type: "user" } }],
  organizations: [
    { name: "Platform", description: "", max_hosts: 0, natural_key: PLATFORM },
    { name: "Web", description: "", max_hosts: 0, natural_key: WEB },
    { name: "Empty", description: "", max_hosts: 0, natural_key: organization("Empty") },
  ],
  teams: [{ name: "Operators", organization: PLATFORM, natural_key: keyOf("team", PLATFORM, "Operators") }],
  credential_types: [
    {
      name: "Chat Token",
      description: "",
      kind: "cloud",
      inputs: {
        fields: [
          { id: "url", type: "string", label: "URL" },
          { id: "token", type: "string", label: "Token", secret: true },
        ],
        required: ["token"],
      },
      injectors: {
        env: { CHAT_URL: "https://{{ url }}/api", CHAT_TOKEN: "{{ token }}", CHAT_FILE: "{{ tower.filename }}" },
        extra_vars: { chat_room: "ops", chat_password: "{{token}}" },
        file: { template: "{{ token }}" },
      },
      natural_key: CHAT,
    },
  ],
  credentials: [
    credential(PLATFORM, "Root Key", MACHINE, { username: "root", ssh_key_data: HIDDEN, ssh_key_unlock: HIDDEN }),
    credential(PLATFORM, "Deployer", MACHINE, {
      username: "deploy",
      password: HIDDEN,
      become_method: "su",
      become_username: "app",
      become_password: HIDDEN,
    }),
    credential(PLATFORM, "Forge", SCM, { username: "git", ssh_key_data: HIDDEN }),
    credential(PLATFORM, "Secrets", VAULT, { vault_id: "Prod", vault_password: HIDDEN }),
    credential(PLATFORM, "Cloud", AWS, { username: "AKIAEXAMPLE", password: HIDDEN }),
    credential(PLATFORM, "Chat", CHAT, { url: "chat.example.com", token: HIDDEN }),
    credential(null, "Ada's own", MACHINE, { username: "ada", password: "ASK" }),
  ],
  notification_templates: [
    {
      name: "Ops mail",
      description: "",
      organization: PLATFORM,
      notification_type: "email",
      notification_configuration: { host: "mail.example.com", password: HIDDEN },
      messages: null,
      natural_key: keyOf("notification_template", PLATFORM, "Ops mail"),
    },
  ],
  projects: [
    project(PLATFORM, "Playbooks", {
      scm_url: "git@git.example.com:ops/playbooks.git",
      scm_branch: "stable",
      credential: credentialKey(PLATFORM, "Forge", SCM),
    }),
    project(PLATFORM, "Archive", { scm_type: "svn", scm_url: "svn://user:hunter2@svn.example.com/old" }),
    project(WEB, "Site", { scm_url: "https://user:hunter2@git.example.com/web/site.git" }),
  ],
  inventory: [
    inventory(PLATFORM, "Servers", {
      variables: SERVER_VARIABLES,
      related: {
        hosts: [
          host("web1.example.com", '{"http_port": 8080}'),
          host("web2.example.com"),
          host("db1.example.com", "---\nansible_host: 10.0.0.5\n"),
          host("old.example.com", "", false),
        ],
        groups: [
          group("web", "---\ntier: front\n", ["web1.example.com", "web2.example.com", "old.example.com"]),
          group("db", "", ["db1.example.com"]),
          group("shop", "", [], ["web", "db"]),
        ],
        labels: [],
      },
    }),
    inventory(PLATFORM, "From Git"),
    inventory(PLATFORM, "Found", { kind: "smart", host_filter: "name__icontains=web" }),
    inventory(WEB, "Servers", { variables: "region: eu" }),
  ],
  inventory_sources: [
    source("hosts", keyOf("inventory", PLATFORM, "From Git"), {
      source_path: "inventories/hosts.yml",
      source_project: keyOf("project", PLATFORM, "Playbooks"),
    }),
    source("ec2", keyOf("inventory", WEB, "Servers"), { source: "ec2", source_vars: "regions: [eu-central-1]" }),
  ],
  job_templates: [
    jobTemplate(PLATFORM, "Deploy", {
      description: "Rolls out a version",
      playbook: "deploy.yml",
      extra_vars: "---\nversion: '1.0'\nports: [80, 443]\n",
      limit: "shop",
      job_tags: "deploy",
      skip_tags: "slow",
      forks: 10,
      verbosity: 2,
      timeout: 600,
      become_enabled: true,
      diff_mode: true,
      allow_simultaneous: true,
      ask_limit_on_launch: true,
      ask_inventory_on_launch: true,
      ask_credential_on_launch: true,
      webhook_service: "github",
      survey_enabled: true,
      related: {
        credentials: [
          credentialKey(PLATFORM, "Deployer", MACHINE),
          credentialKey(PLATFORM, "Secrets", VAULT),
          credentialKey(PLATFORM, "Cloud", AWS),
        ],
        labels: [{ name: "production", organization: PLATFORM, natural_key: keyOf("label", PLATFORM, "production") }],
        schedules: [NIGHTLY, FORTNIGHTLY, ELSEWHERE, PAUSED],
        notification_templates_error: [keyOf("notification_template", PLATFORM, "Ops mail")],
        survey_spec: {
          name: "",
          description: "",
          spec: [
            question("version", "text", { required: true, question_description: "What to deploy", default: "1.1" }),
            question("notes", "textarea"),
            question("api_token", "password", { required: true }),
            question("vault_pin", "password", { required: true, default: HIDDEN }),
            question("replicas", "integer", { required: true, min: 1, max: 9, default: 3 }),
            question("ratio", "float", { default: 0.5 }),
            question("stage", "multiplechoice", { required: true, choices: ["dev", "prod"] }),
            question("regions", "multiselect", { choices: "eu\nus", default: "eu\nus" }),
            question("not valid!", "text"),
          ],
        },
      },
    }),
    jobTemplate(PLATFORM, "Ping", {
      job_type: "check",
      ask_job_type_on_launch: true,
      ask_verbosity_on_launch: true,
      related: { credentials: [credentialKey(PLATFORM, "Root Key", MACHINE), credentialKey(PLATFORM, "Cloud", AWS)] },
    }),
    jobTemplate(PLATFORM, "Report", {
      inventory: keyOf("inventory", PLATFORM, "From Git"),
      survey_enabled: false,
      related: {
        credentials: [credentialKey(PLATFORM, "Cloud", AWS), credentialKey(PLATFORM, "Chat", CHAT)],
        survey_spec: { name: "", description: "", spec: [question("unused", "text")] },
      },
    }),
    jobTemplate(PLATFORM, "From Subversion", { project: keyOf("project", PLATFORM, "Archive") }),
    jobTemplate(WEB, "Ping", {
      inventory: null,
      project: keyOf("project", WEB, "Site"),
      ask_inventory_on_launch: true,
      related: {
        credentials: [credentialKey(PLATFORM, "Root Key", MACHINE)],
        schedules: [
          schedule("Hourly", templateKey(WEB, "Ping"), "DTSTART;TZID=UTC:20240115T080000 RRULE:INTERVAL=1;FREQ=HOURLY"),
        ],
      },
    }),
  ],
  workflow_job_templates: [
    {
      name: "Release",
      description: "",
      extra_vars: "",
      organization: PLATFORM,
      related: {
        schedules: [],
        labels: [],
        workflow_nodes: [
          workflowNode("build", templateKey(PLATFORM, "Report"), {
            success_nodes: [nodeKey("ask")],
            failure_nodes: [nodeKey("tell")],
          }),
          workflowNode("ask", null, {
            create_approval_template: { name: "Go ahead?", description: "", timeout: 0 },
            success_nodes: [nodeKey("ship")],
          }),
          workflowNode("ship", DEPLOY, { always_nodes: [nodeKey("tell")] }),
          workflowNode("tell", templateKey(PLATFORM, "Ping")),
        ],
      },
      natural_key: keyOf("workflow_job_template", PLATFORM, "Release"),
    },
  ],
  execution_environments: [
    {
      name: "AWX EE",
      image: "quay.io/ansible/awx-ee:24.6.1",
      natural_key: { name: "AWX EE", type: "execution_environment" },
    },
  ],
  applications: [],
  schedules: [
    NIGHTLY,
    FORTNIGHTLY,
    PAUSED,
    schedule(
      "Cleanup Job Schedule",
      { name: "Cleanup Job Details", type: "system_job_template" },
      "DTSTART:20240101T000000Z RRULE:FREQ=WEEKLY;INTERVAL=1;BYDAY=SU",
    ),
  ],
});
