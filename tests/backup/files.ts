/** A backup file with one of everything, as read from disk. */
export const fullFile = () => ({
  meta: { name: "Shop", alert: true, alert_chat: "-100", max_parallel_tasks: 2, type: "" },
  keys: [
    { name: "None", type: "none" },
    { name: "Deploy", type: "ssh" },
    { name: "Vault", type: "login_password" },
  ],
  repositories: [{ name: "Code", git_url: "git@example.com:shop.git", git_branch: "main", ssh_key: "Deploy" }],
  inventories: [
    { name: "Hosts", type: "static", inventory: "web ansible_host=10.0.0.1", ssh_key: "Deploy", become_key: "Vault" },
    { name: "Space", type: "terraform-workspace", inventory: "default" },
  ],
  environments: [{ name: "Live", json: '{"a":1}', env: '{"STAGE":"live"}', password: "" }],
  views: [{ title: "Web", position: 3 }],
  templates: [
    {
      name: "Promote",
      app: "bash",
      type: "deploy",
      playbook: "deploy.sh",
      build_template: "Deploy",
      repository: "Code",
    },
    {
      name: "Deploy",
      app: "ansible",
      type: "deploy",
      playbook: "deploy.yml",
      build_template: "Build",
      inventory: "Hosts",
      repository: "Code",
      environment: "Live",
      view: "Web",
      description: "Puts it out",
      autorun: true,
      arguments: '["-v"]',
      allow_override_args_in_task: true,
      suppress_success_alerts: true,
      git_branch: "release",
      cron: "*/10 * * * *",
      vaults: [
        { name: null, vault_key: "Vault" },
        { name: "second", vault_key: "Vault" },
      ],
      survey_vars: [
        {
          name: "size",
          title: "Size",
          required: true,
          type: "enum",
          description: "How big",
          values: [{ name: "Big", value: "b" }],
        },
        { name: "token", title: "Token", required: false, type: "secret", description: "", values: [] },
      ],
    },
    { name: "Build", app: "bash", type: "build", start_version: "1.0.0", playbook: "build.sh", repository: "Code" },
    { name: "Infra", app: "terraform", type: "", playbook: "", inventory: "Space", repository: "Code" },
  ],
  integrations: [
    {
      name: "Pushes",
      auth_method: "hmac",
      auth_header: "X-Signature",
      auth_secret: "Vault",
      searchable: true,
      task_params: { debug: true },
      template: "Build",
      aliases: ["pushes0123456789"],
      matchers: [
        {
          name: "main only",
          match_type: "body",
          method: "equals",
          body_data_type: "json",
          key: "ref",
          value: "refs/heads/main",
        },
      ],
      extract_values: [{ name: "who", value_source: "header", body_data_type: "", key: "X-User", variable: "user" }],
    },
  ],
  integration_aliases: ["project0123456789"],
});

/** An early version of Semaphore's format: one unnamed vault list, no application, no branch, whole lists missing. */
export const oldFile = () => ({
  meta: { name: "Old" },
  keys: [
    { name: "none", type: "none" },
    { name: "vault", type: "login_password" },
  ],
  repositories: [{ name: "repo", git_url: "https://example.com/repo.git", ssh_key: "none" }],
  inventories: [{ name: "hosts", type: "static", inventory: "localhost", ssh_key: "none" }],
  environments: [{ name: "empty" }],
  templates: [
    {
      name: "site",
      playbook: "site.yml",
      inventory: "hosts",
      repository: "repo",
      environment: "empty",
      vault_key: "vault",
      cron: "",
    },
  ],
});

export type AnyFile = Record<string, unknown>;

/** A copy with one value changed; the path is dotted, `undefined` removes. */
export function changed(file: object, path: string, value: unknown): AnyFile {
  const copy = structuredClone(file) as AnyFile;
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  let place: AnyFile = copy;
  for (const step of steps) place = place[step] as AnyFile;
  if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
}
