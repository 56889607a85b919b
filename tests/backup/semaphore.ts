import { createServer } from "node:http";
import { listen } from "../support/listen";

const user = (id: number, username: string) => ({
  id,
  username,
  name: username,
  email: `${username}@example.com`,
  created: "2024-01-01T00:00:00Z",
  admin: id === 1,
  external: false,
  alert: false,
});
const listed = {
  id: 5,
  project_id: 1,
  name: "Site",
  inventory_id: 3,
  repository_id: 2,
  environment_id: 4,
  playbook: "site.yml",
  arguments: null,
  allow_override_args_in_task: false,
  description: null,
  vaults: null,
  type: "",
  start_version: null,
  build_template_id: null,
  view_id: 9,
  last_task: { id: 77, status: "success", tpl_alias: "Site" },
  autorun: false,
  git_branch: null,
  survey_vars: null,
  suppress_success_alerts: false,
  app: "ansible",
  tasks: 3,
};
const environment = { id: 4, name: "Live", project_id: 1, password: null, json: '{"a":1}', env: null, secrets: null };
const nightly = {
  id: 6,
  project_id: 1,
  template_id: 5,
  cron_format: "0 3 * * *",
  name: "",
  active: true,
  repository_id: null,
};
const check = { ...nightly, id: 7, cron_format: "*/5 * * * *", name: "Commits", active: false, repository_id: 2 };
const integration = {
  id: 8,
  name: "Push",
  project_id: 1,
  template_id: 5,
  auth_method: "token",
  auth_secret_id: 11,
  auth_header: "X-Token",
  searchable: true,
  task_params: null,
};

/** Replies like Semaphore's: lists that omit fields, null for empty ones, 204 without content. */
const REPLIES: Record<string, unknown> = {
  projects: [
    {
      id: 1,
      name: "Web",
      created: "2024-01-01T00:00:00Z",
      alert: true,
      alert_chat: null,
      max_parallel_tasks: 2,
      type: "",
    },
    {
      id: 2,
      name: "Bare",
      created: "2024-01-01T00:00:00Z",
      alert: false,
      alert_chat: null,
      max_parallel_tasks: 0,
      type: "",
    },
  ],
  user: user(1, "root"),
  "project/1/role": { role: "owner", permissions: 15 },
  "project/2/role": { role: "owner", permissions: 15 },
  users: [user(1, "root"), user(2, "manager"), user(3, "nobody-here")],
  "project/1/keys": [
    { id: 10, name: "None", type: "none", project_id: 1, empty: true },
    { id: 11, name: "Vault", type: "login_password", project_id: 1 },
  ],
  "project/1/repositories": [
    { id: 2, name: "Code", project_id: 1, git_url: "https://example.com/a.git", git_branch: "main", ssh_key_id: 10 },
  ],
  "project/1/inventory": [
    {
      id: 3,
      name: "Hosts",
      project_id: 1,
      inventory: "web",
      ssh_key_id: 10,
      become_key_id: null,
      type: "static",
      holder_id: null,
      repository_id: null,
    },
  ],
  "project/1/environment": [environment],
  "project/1/environment/4": {
    ...environment,
    secrets: [{ id: 1, type: "env", name: "TOKEN", secret: "", operation: "" }],
  },
  "project/1/views": [{ id: 9, project_id: 1, title: "All", position: 1 }],
  "project/1/templates": [listed],
  "project/1/templates/5": {
    ...listed,
    autorun: true,
    suppress_success_alerts: true,
    vaults: [{ id: 1, project_id: 1, template_id: 5, vault_key_id: 11, name: null }],
    survey_vars: [{ name: "size", title: "Size", required: true, type: "", description: "", values: null }],
  },
  "project/1/templates/5/schedules": [check],
  "project/1/schedules": [
    { ...nightly, tpl_name: "Site" },
    { ...nightly, id: 12, cron_format: "", name: "Idle", tpl_name: "Site" },
  ],
  "project/1/schedules/6": nightly,
  "project/1/schedules/7": check,
  "project/1/schedules/12": { ...nightly, id: 12, cron_format: "", name: "Idle" },
  "project/1/integrations": [integration],
  "project/1/integrations/8/matchers": [
    {
      id: 1,
      integration_id: 8,
      name: "ref",
      match_type: "body",
      method: "equals",
      body_data_type: "json",
      key: "ref",
      value: "main",
    },
  ],
  "project/1/integrations/8/values": null,
  "project/1/integrations/8/aliases": [{ id: 1, url: "https://semaphore.example/api/integrations/abcdefghij012345" }],
  "project/1/integrations/aliases": [],
  "project/1/users": [
    { id: 1, username: "root", name: "root", role: "owner" },
    { id: 2, username: "manager", name: "manager", role: "manager" },
    { id: 3, username: "nobody-here", name: "nobody", role: "task_runner" },
  ],
  "project/2/keys": null,
  "project/2/repositories": [],
  "project/2/inventory": null,
  "project/2/environment": undefined,
  "project/2/views": undefined,
  "project/2/templates": null,
  "project/2/schedules": null,
  "project/2/users": [{ id: 2, username: "manager", name: "manager", role: "conductor" }],
};

export const SEMAPHORE_TOKEN = "peer-token=";

/** A fake of Semaphore over HTTP; `asked` records the requests, `more` has further replies, or texts as they are sent. */
export async function semaphore(more: Record<string, unknown> = {}) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? "").replace(/^\/api\//, "");
    asked.push(`${request.method} ${path}`);
    response.setHeader("content-type", "application/json");
    if (request.headers.authorization !== `Bearer ${SEMAPHORE_TOKEN}`) return void response.writeHead(401).end();
    const replies = { ...REPLIES, ...more };
    if (!(path in replies)) return void response.writeHead(404, { "content-type": "text/plain" }).end("Not Found\n");
    const reply = replies[path];
    if (reply === undefined) return void response.writeHead(204).end();
    response.end(typeof reply === "string" ? reply : `${JSON.stringify(reply)}\n`);
  });
  return { ...(await listen(server)), asked };
}
