import { generateKeyPairSync } from "node:crypto";
import { until } from "../../bench/product.mjs";

/** Of all users here. */
export const PASSWORD = "correct horse battery";

const SURVEY = [
  { name: "version", title: "Version", type: "", required: true, description: "A tag or branch of the shop." },
  { name: "workers", title: "Workers", type: "int", required: false, description: "" },
  {
    name: "region",
    title: "Region",
    type: "enum",
    required: true,
    description: "Where the machines stand.",
    values: [
      { name: "North", value: "north" },
      { name: "South", value: "south" },
    ],
  },
  { name: "token", title: "Deploy token", type: "secret", required: true, description: "" },
];

/** A project on its first day. */
export async function fillEmpty(client) {
  return (await client.post("/projects", { name: "Empty" })).id;
}

/** The demo project with a team's additions, and users, runners and applications around it. */
export async function fillTypical(client, database) {
  const { id: project } = await client.post("/projects", { name: "Web shop", demo: true, alert: true });
  const of = (path) => `/project/${project}${path}`;
  const named = async (list, name) => (await client.get(of(list))).find((one) => one.name === name);
  const uses = {
    repository_id: (await named("/repositories", "Demo")).id,
    environment_id: (await named("/environment", "Demo")).id,
    inventory_id: (await named("/inventory", "Localhost")).id,
  };
  await reachHere(client, of, uses);
  await addKeys(client, of);
  await addEnvironment(client, of);
  await addTemplates(client, of, uses);
  const templates = await client.get(of("/templates"));
  await addSchedules(client, of, templates);
  const integration = await addIntegration(client, of, templates);
  await addPeople(client, of);
  await addHostKeys(database, project);
  return { project, templates, integration, backup: await client.get(of("/backup")), ...uses };
}

/** Points the demo's repository at this server, because its public address is made up here. */
async function reachHere(client, of, { repository_id, environment_id }) {
  const repository = await client.get(of(`/repositories/${repository_id}`));
  const git_url = `${client.url}/demo.git`;
  await client.call("PUT", of(`/repositories/${repository_id}`), { ...repository, git_url });
  const environment = await client.get(of(`/environment/${environment_id}`));
  const env = JSON.stringify({ SITE_URL: client.url });
  await client.call("PUT", of(`/environment/${environment_id}`), { ...environment, env });
}

async function addKeys(client, of) {
  const ssh = { login: "deploy", passphrase: "", private_key: privateKey() };
  await client.post(of("/keys"), { name: "Web servers", type: "ssh", ssh });
  const login_password = { login: "deploy", password: "open sesame" };
  await client.post(of("/keys"), { name: "Webhook secret", type: "login_password", login_password });
}

async function addEnvironment(client, of) {
  await client.post(of("/environment"), {
    name: "Production",
    json: JSON.stringify({ region: "eu-central-1", replicas: 3 }),
    env: JSON.stringify({ HTTP_PROXY: "http://proxy.example.com:3128" }),
    secrets: [
      { name: "DATABASE_PASSWORD", secret: "open sesame", type: "env", operation: "create" },
      { name: "api_token", secret: "open sesame", type: "var", operation: "create" },
    ],
  });
}

async function addTemplates(client, of, uses) {
  const vault = (await client.get(of("/keys"))).find(({ name }) => name === "Vault Password");
  await client.post(of("/templates"), {
    ...uses,
    name: "Roll out the shop",
    description: "Takes each web server out of the balancer, puts the version on it, and takes it back in.",
    app: "ansible",
    playbook: "configure.yml",
    arguments: JSON.stringify(["--forks=20", "--diff"]),
    survey_vars: SURVEY,
    vaults: [
      { name: null, vault_key_id: vault.id },
      { name: "prod", vault_key_id: vault.id },
    ],
    allow_override_args_in_task: true,
    allow_parallel_tasks: true,
  });
  for (const [app, name, playbook] of [
    ["tofu", "Network", "infrastructure"],
    ["powershell", "Renew licences", "licences.ps1"],
    ["pulumi", "Content delivery", "infrastructure"],
  ])
    await client.post(of("/templates"), { ...uses, inventory_id: null, name, app, playbook });
}

async function addSchedules(client, of, templates) {
  const idOf = (name) => templates.find((template) => template.name === name).id;
  const add = (schedule) => client.post(of("/schedules"), { active: true, ...schedule });
  const ping = idOf("Ping Site");
  await add({ name: "Is it up?", template_id: ping, cron_format: "*/15 * * * *" });
  await add({
    name: "Monday's report",
    template_id: idOf("Sales Report"),
    cron_format: "30 7 * * 1",
    timezone: "Europe/Berlin",
  });
  await add({ name: "After the move", template_id: ping, cron_format: "", run_at: "2040-02-29T06:30:00Z" });
  await add({ name: "Switched off", template_id: ping, cron_format: "0 4 * * *", active: false });
  const soon = new Date(Date.now() + 1_500).toISOString();
  const { id } = await add({ name: "Once, just now", template_id: ping, cron_format: "", run_at: soon });
  await until(async () => (await client.get(of(`/schedules/${id}/fires`))).length > 0);
}

async function addIntegration(client, of, templates) {
  const key = (await client.get(of("/keys"))).find(({ name }) => name === "Webhook secret");
  const { id } = await client.post(of("/integrations"), {
    name: "Pushes to main",
    template_id: templates.find(({ name }) => name === "Ping Site").id,
    auth_method: "token",
    auth_header: "X-Token",
    auth_secret_id: key.id,
    searchable: true,
  });
  const at = of(`/integrations/${id}`);
  const part = { integration_id: id, body_data_type: "json" };
  const matcher = { ...part, match_type: "body", method: "equals" };
  await client.post(`${at}/matchers`, { ...matcher, name: "Branch", key: "ref", value: "refs/heads/main" });
  const value = { ...part, value_source: "body" };
  await client.post(`${at}/values`, { ...value, name: "Commit", key: "head_commit.id", variable: "COMMIT" });
  const { url } = await client.post(of("/integrations/aliases"));
  await client.post(`${at}/aliases`);
  const send = (ref, token) =>
    fetch(`${client.url}${new URL(url).pathname}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-token": token },
      body: JSON.stringify({ ref, head_commit: { id: "3f9c2a71be0d4d5f", author: { name: "Ann" } } }),
    });
  await send("refs/heads/main", "open sesame");
  await send("refs/heads/try", "open sesame");
  await send("refs/heads/main", "guessed");
  return id;
}

async function addPeople(client, of) {
  for (const [name, role] of [
    ["Ann Archer", "owner"],
    ["Bela Barát", "manager"],
    ["Chidi Chukwu", "task_runner"],
    ["Dana Diaz", "guest"],
  ]) {
    const username = name.split(" ")[0].toLowerCase();
    const person = { name, username, email: `${username}@example.com`, password: PASSWORD };
    const { id } = await client.post("/users", { ...person, alert: role === "owner" });
    await client.post(of("/users"), { user_id: id, role });
  }
  await client.post("/users", {
    name: "Eve Evans",
    username: "eve",
    email: "eve@example.com",
    password: PASSWORD,
  });
  await client.post("/runners", { name: "eu-west-1", max_parallel_tasks: 8, active: true, tags: ["gpu", "dmz"] });
  await client.post("/apps/ruby", {
    active: true,
    title: "Ruby Script",
    icon: "flame",
    color: "#cc342d",
    path: "ruby",
  });
  for (const channel of ["webhook", "slack"]) await client.post("/notifications/test", { channel });
}

async function addHostKeys(database, project_id) {
  const key = "AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl";
  for (const host of ["github.com", "[git.internal.example.com]:2222"]) {
    const row = { project_id, host, key_type: "ssh-ed25519", line: `${host} ssh-ed25519 ${key}` };
    await database`insert into host_keys ${database(row)}`;
  }
}

const NAMES = [
  (n) => `Roll out the quarterly security baseline to every machine of region ${n} except the ones under repair`,
  (n) => `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamte${n}`,
  (n) => `نشر إعدادات الأمان على جميع الخوادم في المنطقة رقم ${n}`,
];
const nameOf = (n) => NAMES[n % NAMES.length](n);

/** More of everything than fits, with long names. */
export async function fillOverfull(client) {
  const { id: project } = await client.post("/projects", { name: "International department of infrastructure" });
  const of = (path) => `/project/${project}${path}`;
  const [key] = await client.get(of("/keys"));
  const [environment] = await client.get(of("/environment"));
  const templates = [];
  for (let n = 1; n <= 45; n++) {
    const name = nameOf(n);
    await client.post(of("/keys"), { name, type: "none" });
    await client.post(of("/environment"), { name, json: "{}" });
    const inventory = `host-with-a-long-name-${n}.region-${n}.example.com`;
    await client.post(of("/inventory"), { name, type: "static", inventory, ssh_key_id: key.id });
    const git_url = `https://git.example.com/platform/infrastructure/region-${n}/security-baseline.git`;
    const repository = { name, git_url, git_branch: "main", ssh_key_id: key.id };
    const { id: repository_id } = await client.post(of("/repositories"), repository);
    const playbook = `playbooks/regions/region-${n}/security/baseline.sh`;
    const template = { name, app: "bash", playbook, repository_id, environment_id: environment.id };
    const { id: template_id } = await client.post(of("/templates"), template);
    templates.push(template_id);
    await client.post(of("/schedules"), { template_id, name, cron_format: "0 4 * * *", active: n % 2 === 0 });
    await client.post(of("/integrations"), { template_id, name, auth_method: "" });
    if (n <= 12) await client.post(of("/views"), { title: name, position: n });
  }
  for (let n = 1; n <= 12; n++) {
    const person = { name: nameOf(n), username: `username-with-a-long-tail-${n}`, password: PASSWORD };
    const email = `first.middle.last-${n}@subsidiary.international.example.com`;
    const { id } = await client.post("/users", { ...person, email });
    await client.post(of("/users"), { user_id: id, role: "task_runner" });
  }
  for (const template_id of templates.slice(0, 25)) {
    const message = "Because the board wants to see it on Monday, and the ones under repair are back";
    await client.post(of("/tasks"), { template_id, message });
  }
  return { project, template: templates[0] };
}

const privateKey = () =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs1", format: "pem" });
