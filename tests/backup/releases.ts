type Entry = Record<string, unknown>;
type File = Record<"templates" | "keys" | "inventories" | "schedules" | "integrations", Entry[]> & Entry;

const merged = (entries: Entry[], changes: Entry, at = 0): Entry[] =>
  entries.map((entry, index) => (index === at ? { ...entry, ...changes } : entry));

/** As the first release with backups writes them: null values and lists that it doesn't know are not there. */
const FIRST: File = {
  meta: { name: "Release", alert: false, max_parallel_tasks: 0, type: "" },
  templates: [
    {
      name: "Site",
      playbook: "site.yml",
      arguments: "[]",
      type: "",
      autorun: false,
      inventory: "Hosts",
      repository: "Code",
      environment: "Live",
      view: "All",
      vault_key: "Vault",
      cron: "0 3 * * *",
      survey_vars: [{ name: "size", title: "Size", required: true, type: "enum", values: [{ name: "S", value: "s" }] }],
    },
    { name: "Build", playbook: "b.yml", type: "build", inventory: "Hosts", repository: "Code", environment: "Live" },
  ],
  repositories: [{ name: "Code", git_url: "git@example.com:code.git", ssh_key: "Deploy" }],
  keys: [
    { name: "Deploy", type: "ssh" },
    { name: "Vault", type: "login_password" },
    { name: "None", type: "none" },
  ],
  views: [{ title: "All", position: 0 }],
  inventories: [{ name: "Hosts", type: "static", inventory: "localhost", ssh_key: "Deploy" }],
  environments: [{ name: "Live", json: "{}", env: '{"PORT":"1"}', password: "" }],
  schedules: [],
  integrations: [],
};

type Release = [version: string, change: (file: File) => Entry, said: string[]];

/** What each release added, and what is reported about it; the list is cumulative. */
const CHANGES: Release[] = [
  [
    "2.10",
    ({ schedules: _, integrations: __, ...file }) => file,
    ["template Build start_version: startVersionRequired → changed 0.0.0"],
  ],
  [
    "2.10.23 (applications)",
    ({ templates, schedules: _, integrations: __, ...file }) => ({
      ...file,
      templates: templates.map((each) => ({ ...each, app: "ansible" })),
    }),
    [],
  ],
  [
    "2.10.35 (several vaults, integrations)",
    ({ templates, schedules: _, ...file }) => ({
      ...file,
      templates: merged(templates, {
        vault_key: undefined,
        vaults: [{ name: "prod", vault_key: "Vault" }],
        suppress_success_alerts: true,
      }),
      integrations: [
        {
          name: "Push",
          auth_method: "github",
          auth_secret: "Vault",
          auth_header: "",
          searchable: false,
          task_params: {},
          template: "Site",
          aliases: [],
          matchers: [
            { name: "main", match_type: "body", method: "equals", body_data_type: "json", key: "ref", value: "main" },
          ],
          extract_values: [],
        },
      ],
      integration_aliases: [],
    }),
    [],
  ],
  [
    "2.12 (schedules)",
    ({ templates, ...file }) => ({
      ...file,
      templates: merged(templates, { cron: undefined }),
      schedules: [{ name: "Nightly", cron_format: "0 3 * * *", active: true, template: "Site" }],
    }),
    [],
  ],
  [
    "2.13 (runner tags, workspaces)",
    ({ templates, inventories, ...file }) => ({
      ...file,
      templates: merged(templates, {
        allow_override_branch_in_task: true,
        task_params: { allow_override_limit: true },
      }),
      inventories: [...inventories, { name: "Space", type: "terragrunt-workspace", inventory: "default" }],
    }),
    ["inventory Space type: inventoryTypeUnsupported → changed terraform-workspace"],
  ],
  [
    "2.14 (parallel tasks)",
    ({ templates, ...file }) => ({
      ...file,
      templates: merged(templates, { allow_parallel_tasks: true, runner_tag: "gpu" }),
    }),
    [],
  ],
  [
    "2.15 (secret storages, text keys)",
    ({ keys, ...file }) => ({
      ...file,
      keys: [...keys, { name: "Text", type: "string", owner: "", storage: "Safe", source_storage_key: "a/b" }],
      secret_storages: [{ name: "Safe", type: "vault", params: { url: "https://vault.example.com" } }],
    }),
    [
      "key Text source_storage_key: fieldUnknown → left_out",
      "key Text storage: fieldUnknown → left_out",
      "key Text type: keyTypeRequired → changed login_password",
      "project Release secret_storages: fieldUnknown → left_out",
    ],
  ],
  [
    "2.16 (roles, single runs)",
    ({ schedules, ...file }) => ({
      ...file,
      roles: [{ slug: "auditor", name: "Auditor", permissions: 0 }],
      schedules: [
        ...schedules,
        {
          name: "Once",
          type: "run_at",
          run_at: "2199-01-01T00:00:00Z",
          cron_format: "0 0 * * *",
          active: true,
          template: "Site",
        },
        { name: "Head", cron_format: "*/5 * * * *", active: true, template: "Site", checkable_repository: "Code" },
      ],
    }),
    ["project Release roles: fieldUnknown → left_out"],
  ],
  [
    "2.17 (new kinds of questions)",
    ({ templates, ...file }) => ({
      ...file,
      templates: merged(templates, {
        survey_vars: [
          { name: "note", title: "Note", type: "text" },
          { name: "regions", title: "Regions", type: "select", values: [{ name: "EU", value: "eu" }] },
        ],
      }),
    }),
    [
      "template Site survey_vars[0].type: invalidValue → changed string",
      "template Site survey_vars[1].type: invalidValue → changed enum",
    ],
  ],
  [
    "2.18 (several environments)",
    ({ templates, ...file }) => ({
      ...file,
      templates: merged(templates, { environment: undefined, environments: ["Live"], runner_tags: [] }),
    }),
    [],
  ],
  [
    "2.19 (runners, workflows, host configs)",
    ({ templates, ...file }) => ({
      ...file,
      templates: merged(templates, { working_directory: "deploy", suppress_error_alerts: true }),
      runners: [{ name: "Own", webhook: "" }],
      workflows: [{ name: "Flow", nodes: [], edges: [] }],
      host_configs: [],
    }),
    [
      "project Release runners: fieldUnknown → left_out",
      "project Release workflows: fieldUnknown → left_out",
      "template Site suppress_error_alerts: fieldUnknown → left_out",
      "template Site working_directory: fieldUnknown → left_out",
      // The directory decides what runs.
      "schedule Head active: fieldUnknown → inactive",
      "schedule Nightly active: fieldUnknown → inactive",
      "schedule Once active: fieldUnknown → inactive",
      "integration Push template: fieldUnknown → inactive",
    ],
  ],
];

/** A backup of each release, with all that is to be reported about it. */
export const RELEASES: [version: string, file: Entry, said: string[]][] = [];

let newest: Entry = {};
const said: string[] = [];
for (const [version, change, more] of CHANGES) {
  newest = change({ ...FIRST, ...newest });
  said.push(...more);
  RELEASES.push([version, JSON.parse(JSON.stringify(newest)), [...said]]);
}
