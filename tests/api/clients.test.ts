import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { environmentSecrets } from "@/db/schema/environments";
import { tasks } from "@/db/schema/tasks";
import { SSH_KEY } from "../support/ssh-key";
import {
  environmentOf,
  inventoryOf,
  keyOf,
  look,
  newTask,
  newTemplate,
  passwordOf,
  repositoryOf,
  taskIn,
  templateOf,
} from "./cases/fixtures";
import { wholeTemplate } from "./cases/templates";
import { type Place, Site } from "./support/site";

const site = await Site.open();
let place: Place;
let bearer: Record<string, string>;

beforeAll(async () => {
  place = await site.newPlace("clients");
  const { body } = await site.call("admin", "POST", "/user/tokens");
  bearer = { authorization: `Bearer ${(body as { id: string }).id}` };
});

type Thing = Record<string, unknown> & { id: number };

/** Like real clients: with a token, and everything as JSON. */
async function send<Body = Thing>(method: string, path: string, body?: unknown) {
  const reply = await site.call("anonymous", method, path, { body, headers: bearer });
  return { status: reply.status, body: reply.body as Body, text: reply.text };
}

describe("the Terraform provider", () => {
  const at = (path: string) => place.path(path);

  it("omits zero values when it creates a project, and replaces it as a whole with its id", async () => {
    const created = await send("POST", "/projects", { name: "tf", alert_chat: null, max_parallel_tasks: 2 });
    expect(created).toMatchObject({ status: 201, body: { alert: false, alert_chat: null, max_parallel_tasks: 2 } });
    const { id } = created.body;
    const changed = { id, name: "tf 2", alert: true, alert_chat: "-1" };
    expect(await send("PUT", `/project/${id}/`, changed)).toMatchObject({ status: 204, text: "" });
    expect(await send("GET", `/project/${id}/`)).toMatchObject({
      status: 200,
      body: { ...changed, max_parallel_tasks: 0 },
    });
    expect((await send("PUT", `/project/${id}/`, { id, name: "tf 3", alert_chat: "" })).status).toBe(204);
    expect((await send("GET", `/project/${id}/`)).body).toMatchObject({ alert: false, alert_chat: null });
    expect(await send("DELETE", `/project/${id}/`)).toMatchObject({ status: 204, text: "" });
    expect((await send("GET", `/project/${id}/`)).status).toBe(404);
  });

  it("requests users with a trailing slash", async () => {
    const user = { name: "T", username: "tf", email: "tf@example.com", password: "pw-of-terraform" };
    const created = await send("POST", "/users", user);
    expect(created).toMatchObject({ status: 201, body: { admin: false, external: false, alert: false } });
    const { id } = created.body;
    expect((await send("GET", `/users/${id}/`)).body).toEqual(created.body);
    expect((await send("PUT", `/users/${id}/`, { ...created.body, name: "T2" })).status).toBe(204);
    expect((await send("POST", `/users/${id}/password`, { password: "another-password" })).status).toBe(204);
    expect((await send("GET", "/user/")).body).toMatchObject({ username: "admin" });
    const member = { user_id: id, role: "manager", project_id: place.projectId };
    expect((await send("POST", at("users"), member)).status).toBe(204);
    expect((await send("PUT", at(`users/${id}`), { ...member, role: "guest" })).status).toBe(204);
    expect((await send("DELETE", at(`users/${id}`))).status).toBe(204);
    expect((await send("DELETE", `/users/${id}/`)).status).toBe(204);
  });

  it("needs 201 with the object for keys, repositories, inventories and environments", async () => {
    const project_id = place.projectId;
    const ssh = { private_key: SSH_KEY };
    const key = await send("POST", at("keys"), { name: "k", type: "ssh", project_id, ssh });
    expect(key).toMatchObject({ status: 201, body: { id: expect.any(Number), type: "ssh", project_id } });
    const renamed = { id: key.body.id, project_id, name: "k2", type: "ssh", override_secret: true, ssh };
    expect((await send("PUT", at(`keys/${key.body.id}`), renamed)).status).toBe(204);
    const listed = (await send<Thing[]>("GET", at("keys"))).body.find(({ id }) => id === key.body.id);
    expect(listed).toMatchObject({ name: "k2" });
    const made = [
      await send("POST", at("repositories"), {
        name: "r",
        project_id,
        git_url: "https://example.com/r.git",
        git_branch: "main",
        ssh_key_id: key.body.id,
      }),
      await send("POST", at("inventory"), {
        name: "i",
        project_id,
        type: "static",
        inventory: "x",
        ssh_key_id: key.body.id,
      }),
      await send("POST", at("environment"), { name: "e", project_id, json: "{}", env: "{}" }),
    ];
    for (const { status, body } of made) expect({ status, body }).toMatchObject({ status: 201, body: { project_id } });
  });

  it("reads the secrets of an environment from the reply and from GET, and changes them by id", async () => {
    const secrets = [
      { type: "var", name: "one", secret: "1", operation: "create" },
      { type: "env", name: "TWO", secret: "2", operation: "create" },
    ];
    const created = await send("POST", at("environment"), {
      name: "e",
      project_id: place.projectId,
      json: "{}",
      secrets,
    });
    const seen = created.body.secrets as Thing[];
    expect(seen).toMatchObject([
      { id: expect.any(Number), type: "var", name: "one", secret: "", operation: "" },
      { id: expect.any(Number), type: "env", name: "TWO", secret: "", operation: "" },
    ]);
    const path = at(`environment/${created.body.id}`);
    expect((await send("GET", path)).body).toEqual(created.body);
    const changes = [
      { ...seen[0], secret: "new", operation: "update" },
      { ...seen[1], operation: "delete" },
    ];
    expect((await send("PUT", path, { ...created.body, secrets: changes })).status).toBe(204);
    expect((await send("GET", path)).body.secrets).toEqual([seen[0]]);
  });

  it("reads vaults, view, survey and autorun of a template from the reply and from GET", async () => {
    const { vaults: _vaults, ...whole } = await wholeTemplate(place);
    const vault = {
      name: "prod",
      type: "password",
      vault_key_id: await passwordOf(place),
      project_id: place.projectId,
    };
    const created = await send("POST", at("templates"), { ...whole, vaults: [vault] });
    const { survey_vars, view_id, autorun } = whole;
    expect(created).toMatchObject({
      status: 201,
      body: {
        survey_vars,
        view_id,
        autorun,
        vaults: [{ ...vault, id: expect.any(Number), template_id: created.body.id }],
      },
    });
    const path = at(`templates/${created.body.id}`);
    expect((await send("GET", path)).body).toEqual(created.body);
    expect(await send("PUT", path, created.body)).toMatchObject({ status: 204, text: "" });
    expect((await send("GET", path)).body).toEqual(created.body);
    const script = { type: "script", script: "vault.sh", name: "dev", vault_key_id: null };
    expect(await send("PUT", path, { ...created.body, vaults: [script] })).toMatchObject({ status: 204 });
    expect((await send("GET", path)).body).toMatchObject({ vaults: [script] });
  });

  it("sends kept secrets without an operation, renamed ones without a value, deleted ones without a name", async () => {
    const base = { name: "e", project_id: place.projectId, json: "{}", env: "{}" };
    const secrets = ["one", "two", "three"].map((name) => ({ type: "var", name, secret: name, operation: "create" }));
    const { body } = await send("POST", at("environment"), { ...base, secrets });
    const [one, two, three] = (body.secrets as Thing[]).map(({ id, type, name }) => ({ id, type, name }));
    const changes = [
      { ...one, operation: "" },
      { ...two, name: "renamed", operation: "update" },
      { id: three?.id, type: "var", operation: "delete" },
    ];
    const path = at(`environment/${body.id}`);
    const before = await sealedSecrets(body.id);
    expect((await send("PUT", path, { ...base, id: body.id, secrets: changes })).status).toBe(204);
    const blank = { secret: "", operation: "" };
    expect((await send("GET", path)).body.secrets).toEqual([
      { ...one, ...blank },
      { ...two, name: "renamed", ...blank },
    ]);
    expect(await sealedSecrets(body.id)).toEqual(before.slice(0, 2));
  });

  const sealedSecrets = async (environmentId: number) => {
    const rows = await site.w.db
      .select({ secret: environmentSecrets.secret })
      .from(environmentSecrets)
      .where(eq(environmentSecrets.environment_id, environmentId))
      .orderBy(environmentSecrets.id);
    return rows.map(({ secret }) => secret);
  };

  it("renames a key with an empty secret, and overrides it with that of another type", async () => {
    const project_id = place.projectId;
    const login_password = { login: "l", password: "p" };
    const key = await send("POST", at("keys"), { name: "k", type: "login_password", project_id, login_password });
    const path = at(`keys/${key.body.id}`);
    const whole = { id: key.body.id, project_id, name: "k2" };
    expect((await send("PUT", path, { ...whole, type: "login_password", login_password: {} })).status).toBe(204);
    expect((await send("GET", path)).body).toMatchObject({ name: "k2", type: "login_password" });
    const ssh = { private_key: SSH_KEY };
    const other = { ...whole, type: "ssh", ssh, login_password: {}, override_secret: true };
    expect((await send("PUT", path, other)).status).toBe(204);
    expect((await send("PUT", path, { ...whole, type: "none", override_secret: true })).status).toBe(204);
    expect((await send("GET", path)).body).toMatchObject({ type: "none" });
  });

  it("reads types of survey variables as it sent them, and vaults by their ids", async () => {
    const survey_vars = ["string", "integer", "secret", "enum"].map((type) => ({
      name: type,
      title: type,
      type,
      ...(type === "enum" ? { values: [{ name: "One", value: "1" }] } : {}),
    }));
    const vaults = [{ name: "prod", type: "password", vault_key_id: await passwordOf(place) }];
    const sent = {
      project_id: place.projectId,
      name: "t",
      app: "ansible",
      playbook: "site.yml",
      arguments: "[]",
      inventory_id: await inventoryOf(place),
      repository_id: await repositoryOf(place),
      environment_id: await environmentOf(place),
      survey_vars,
      vaults,
    };
    const { body } = await send("POST", at("templates"), sent);
    expect(body).toMatchObject({ type: "", survey_vars, vaults });
    const again = { ...sent, id: body.id, vaults: body.vaults, name: "t2" };
    expect((await send("PUT", at(`templates/${body.id}`), again)).status).toBe(204);
    expect((await send("GET", at(`templates/${body.id}`))).body).toEqual({ ...body, name: "t2" });
  });

  it("reads no task_params of a template unless it sent some, and what it sent", async () => {
    const sent = {
      project_id: place.projectId,
      app: "ansible",
      playbook: "site.yml",
      repository_id: await repositoryOf(place),
      inventory_id: await inventoryOf(place),
    };
    const without = await send("POST", at("templates"), { ...sent, name: "without" });
    const listed = async ({ id }: Thing) =>
      (await send<Thing[]>("GET", at("templates"))).body.find((template) => template.id === id);
    const reads = async ({ id }: Thing) => (await send("GET", at(`templates/${id}`))).body;
    for (const seen of [without.body, await reads(without.body), await listed(without.body)])
      expect(seen).not.toHaveProperty("task_params");
    const task_params = { allow_override_limit: true, allow_debug: true, tags: ["setup"] };
    const { body } = await send("POST", at("templates"), { ...sent, name: "with", task_params });
    for (const seen of [body, await reads(body), await listed(body)])
      expect(seen).toHaveProperty("task_params", task_params);
    for (const before of [without.body, body]) {
      expect((await send("PUT", at(`templates/${before.id}`), before)).status).toBe(204);
      expect(await reads(before)).toEqual(before);
    }
    expect(await look(place, at(`templates/${without.body.id}`))).toHaveProperty("task_params.allow_debug", true);
  });

  it("compares what it sent of a template's task_params without an effect, and what it switches off", async () => {
    const sent = {
      project_id: place.projectId,
      name: "compared",
      app: "ansible",
      playbook: "site.yml",
      repository_id: await repositoryOf(place),
      inventory_id: await inventoryOf(place),
    };
    const params = { tags: ["a"], limit: ["web"], debug: true, dry_run: false };
    const texts = { arguments: '["-v"]', environment: '{"A":"1"}', git_branch: "next", message: "from code" };
    const off = { allow_debug: false, allow_override_limit: false, skip_galaxy_install: false };
    const task_params = { ...texts, params, ...off };
    const { body } = await send("POST", at("templates"), { ...sent, task_params });
    expect(body).toHaveProperty("task_params", task_params);
    const path = at(`templates/${body.id}`);
    const reads = async () => (await send("GET", path)).body;
    const own = await look<Thing>(place, path);
    expect(own).toHaveProperty("task_params.allow_debug", true);
    for (const before of [await reads(), own]) {
      expect((await send("PUT", path, before)).status).toBe(204);
      expect(await reads()).toEqual(body);
    }
    expect((await send("PUT", path, { ...sent, id: body.id, task_params: texts })).status).toBe(204);
    expect(await reads()).toHaveProperty("task_params", texts);
    expect((await send("PUT", path, { ...sent, id: body.id })).status).toBe(204);
    expect(await reads()).not.toHaveProperty("task_params");
  });

  it("compares the params of tasks and integrations with what it sent", async () => {
    const params = { tags: ["a", "b"], skip_tags: ["c"], limit: ["web", "db"], debug: true, diff: true, dry_run: true };
    const template_id = await newTemplate(place, { app: "ansible", inventory_id: await inventoryOf(place) });
    const { body: task } = await send("POST", at("tasks"), { template_id, params });
    const ofTask = { tags: params.tags, skip_tags: params.skip_tags };
    expect(task).toMatchObject({ params: ofTask, limit: "web,db" });
    const tasksAt = ["tasks", "tasks/last", `templates/${template_id}/tasks`, `templates/${template_id}/tasks/last`];
    for (const path of tasksAt)
      expect((await send<Thing[]>("GET", at(path))).body).toContainEqual(
        expect.objectContaining({ id: task.id, params: ofTask }),
      );
    expect((await send("GET", at(`tasks/${task.id}`))).body).toMatchObject({ params: ofTask });
    expect((await send("GET", at(`templates/${template_id}`))).body).toMatchObject({ last_task: { params: ofTask } });
    expect(await look(place, at(`tasks/${task.id}`))).toMatchObject({ params: { tags: "a,b", skip_tags: "c" } });

    const project_id = place.projectId;
    const hook = { project_id, template_id, name: "h", task_params: { message: "m", params } };
    const { body } = await send("POST", at("integrations"), hook);
    expect(body).toHaveProperty("task_params.params", params);
    const path = at(`integrations/${body.id}`);
    expect((await send("PUT", path, body)).status).toBe(204);
    expect((await send("GET", path)).body).toEqual(body);
    expect(await look(place, path)).toMatchObject({
      task_params: { message: "m", limit: "web,db", debug: true, params: { tags: "a,b", skip_tags: "c" } },
    });
    const off = { tags: null, skip_tags: null, limit: null };
    expect((await send("PUT", path, { ...hook, id: body.id, task_params: { params: off } })).status).toBe(204);
    expect((await send("GET", path)).body.task_params).toEqual({ params: {} });
  });

  it("keeps a runner without a name, takes its last tag away, and reads the project of its token", async () => {
    const { body } = await send("POST", "/runners", { active: true, tags: ["lab"], registered: true });
    expect(body).toMatchObject({ name: `Runner ${body.id}`, tags: ["lab"] });
    const path = `/runners/${body.id}`;
    expect((await send("PUT", path, { active: true, tags: [] })).status).toBe(204);
    expect((await send("GET", path)).body).toMatchObject({ name: `Runner ${body.id}`, tags: [], tagged_only: false });
    const token = { registration_token: expect.any(String), runner_id: body.id, project_id: null };
    expect((await send("POST", `${path}/registration-token`)).body).toEqual(token);
    const own = await send("POST", at("runners"), { project_id: place.projectId, name: "own" });
    expect((await send("POST", at(`runners/${own.body.id}/registration-token`))).body).toMatchObject({
      runner_id: own.body.id,
      project_id: place.projectId,
    });
  });

  it("starts a task, watches it, reads its output and stops it", async () => {
    const template_id = await newTemplate(place);
    const started = await send("POST", at("tasks"), { template_id });
    // Its import reads fields of `params`.
    expect(started).toMatchObject({ status: 201, body: { status: "waiting", params: {}, inventory_id: null } });
    const path = at(`tasks/${started.body.id}`);
    expect(await send("GET", path)).toMatchObject({ status: 200, body: { template_id, params: {} } });
    expect((await send("GET", `${path}/output`)).body).toEqual([]);
    expect(await send("POST", `${path}/stop`, {})).toMatchObject({ status: 204, text: "" });
    expect((await send("GET", path)).body).toMatchObject({ status: "stopped" });
    expect((await send("GET", at("tasks/2147483647"))).status).toBe(404);
  });

  it("omits zero values in schedules, views and integrations", async () => {
    const project_id = place.projectId;
    const template_id = await templateOf(place);
    const schedule = await send("POST", at("schedules"), { project_id, template_id, name: "s", cron_format: "@daily" });
    expect(schedule).toMatchObject({ status: 201, body: { active: false, repository_id: null } });
    expect((await send("GET", at(`schedules/${schedule.body.id}`))).body).toEqual(schedule.body);
    expect(await send("POST", at("views"), { project_id, title: "v" })).toMatchObject({
      status: 201,
      body: { position: 0 },
    });
    const hook = await send("POST", at("integrations"), { project_id, template_id, name: "h" });
    expect(hook).toMatchObject({ status: 201, body: { searchable: false, auth_method: "", auth_secret_id: null } });
    const parts = at(`integrations/${hook.body.id}`);
    const part = { integration_id: hook.body.id, name: "p", key: "a", body_data_type: "json" };
    expect((await send("POST", `${parts}/aliases`)).status).toBe(200);
    const matcher = { ...part, match_type: "body", method: "equals", value: "x" };
    expect((await send("POST", `${parts}/matchers`, matcher)).status).toBe(200);
    expect((await send("POST", `${parts}/values`, { ...part, value_source: "body", variable: "A" })).status).toBe(201);
  });

  it("gets 404 for deleted resources", async () => {
    const id = await place.make("views", { title: "gone" });
    expect((await send("DELETE", at(`views/${id}`))).status).toBe(204);
    for (const method of ["GET", "DELETE"]) expect((await send(method, at(`views/${id}`))).status).toBe(404);
  });
});

describe("the MCP server", () => {
  it.each<[string, () => Promise<string>]>([
    ["a project", async () => `/project/${place.projectId}`],
    ["a repository", async () => place.path(`repositories/${await repositoryOf(place)}`)],
    ["a key", async () => place.path(`keys/${await keyOf(place)}`)],
    [
      "an inventory",
      async () => place.path(`inventory/${await place.make("inventory", { name: "i", type: "static" })}`),
    ],
    ["an environment", async () => place.path(`environment/${await environmentWithSecret()}`)],
    ["a template", async () => place.path(`templates/${await place.make("templates", await wholeTemplate(place))}`)],
    ["a view", async () => place.path(`views/${await place.make("views", { title: "v" })}`)],
    ["a schedule", async () => place.path(`schedules/${await newSchedule()}`)],
    ["an integration", async () => place.path(`integrations/${await place.make("integrations", { name: "h" })}`)],
  ])("puts %s back as it got it, and nothing changes", async (_, made) => {
    const path = await made();
    const { body: before } = await send("GET", path);
    expect(await send("PUT", path, before)).toMatchObject({ status: 204, text: "" });
    expect((await send("GET", path)).body).toEqual(before);
    if ("name" in before) {
      expect((await send("PUT", path, { ...before, name: "merged" })).status).toBe(204);
      expect((await send("GET", path)).body).toEqual({ ...before, name: "merged" });
    }
  });

  const environmentWithSecret = () =>
    place.make("environment", {
      name: "e",
      json: '{"a":1}',
      env: '{"B":"2"}',
      secrets: [{ type: "env", name: "T", secret: "1", operation: "create" }],
    });
  const newSchedule = async () =>
    place.make("schedules", {
      template_id: await templateOf(place),
      cron_format: "0 1 * * *",
      name: "s",
      active: true,
    });

  it("omits the secrets of an environment, which keeps them", async () => {
    const path = place.path(`environment/${await environmentWithSecret()}`);
    const { body } = await send("GET", path);
    const sent = { id: body.id, project_id: place.projectId, name: "e", json: "{}" };
    expect((await send("PUT", path, sent)).status).toBe(204);
    expect((await send("GET", path)).body).toEqual({ ...body, json: "{}", env: null });
  });

  it("starts, watches and stops tasks, without empty bodies", async () => {
    const started = await send("POST", place.path("tasks"), {
      template_id: await templateOf(place),
      environment: '{"any":"thing"}',
      message: "from a chat",
    });
    expect(started).toMatchObject({ status: 201, body: { status: "waiting", created: expect.any(String) } });
    const path = place.path(`tasks/${started.body.id}`);
    expect(await send("GET", `${path}/raw_output`)).toMatchObject({ status: 200, text: "" });
    expect(await send("POST", `${path}/stop`)).toMatchObject({ status: 204, text: "" });
    expect((await send("GET", path)).body).toMatchObject({ status: "stopped", message: "from a chat" });
  });

  it("finds a task in the list when its path has the wrong number", async () => {
    const id = await newTask(place);
    expect((await send("GET", place.path(`task/${id}`))).status).toBe(404);
    expect((await send<Thing[]>("GET", place.path("tasks"))).body).toContainEqual(expect.objectContaining({ id }));
    expect((await send("POST", place.path(`tasks/${id}/restart`))).status).toBe(404);
  });

  it("creates a demo project, renames it and deletes it", async () => {
    const fields = { name: "mcp", alert: false, max_parallel_tasks: 0, demo: true };
    const { status, body } = await send("POST", "/projects", fields);
    expect({ status, name: body.name }).toEqual({ status: 201, name: "mcp" });
    const path = `/project/${body.id}`;
    expect((await send<Thing[]>("GET", `${path}/templates`)).body).toHaveLength(9);
    expect((await send("PUT", path, { id: body.id, name: "mcp 2" })).status).toBe(204);
    expect((await send("GET", path)).body).toMatchObject({ name: "mcp 2" });
    expect(await send("DELETE", path)).toMatchObject({ status: 204, text: "" });
  });

  it("stores the path of a file inventory", async () => {
    const file = { name: "i", type: "file", project_id: place.projectId, inventory: "hosts.ini" };
    const { body } = await send("POST", place.path("inventory"), file);
    const path = place.path(`inventory/${body.id}`);
    expect((await send("PUT", path, { ...file, id: body.id, inventory: "other.ini" })).status).toBe(204);
    expect((await send("GET", path)).body).toEqual({ ...body, inventory: "other.ini" });
  });

  it("stops all tasks of a template, with and without force", async () => {
    const path = place.path(`templates/${await templateOf(place)}/stop_all_tasks`);
    for (const body of [undefined, {}, { force: false }, { force: true }]) {
      const id = await newTask(place);
      expect(await send("POST", path, body)).toMatchObject({ status: 204, text: "" });
      expect((await send("GET", place.path(`tasks/${id}`))).body).toMatchObject({ status: "stopped" });
    }
  });
});

describe("Semaphore's own screens", () => {
  it("send whole objects with a project_id that may be null", async () => {
    const created = await send("POST", "/users", {
      username: "vue",
      name: "V",
      email: "vue@example.com",
      password: "pw-of-vue",
      project_id: null,
    });
    expect(created.status).toBe(201);
    expect((await send("PUT", `/users/${created.body.id}`, { ...created.body, project_id: null })).status).toBe(204);
    const view = { id: -1, title: "v", position: 0, project_id: null };
    expect((await send("POST", place.path("views"), view)).status).toBe(201);
  });

  it.each(["admin", "task_runner"] as const)("post a whole old task to run it again, as %s", async (person) => {
    const id = await taskIn(place, "success", { message: "once" });
    const commit_hash = "c0ffee00".repeat(5);
    await site.w.db.update(tasks).set({ commit_hash, commit_message: "Brew" }).where(eq(tasks.id, id));
    const [last] = (await send<Thing[]>("GET", place.path("tasks/last?limit=1"))).body;
    const again = await site.call(person, "POST", place.path("tasks"), { body: last });
    expect(again).toMatchObject({
      status: 201,
      body: { status: "waiting", message: "once", start: null, commit_hash },
    });
    expect((again.body as Thing).id).not.toBe(last?.id);
    const unknown = { ...last, commit_hash: "0ff1ce00".repeat(5) };
    const refused = await site.call("task_runner", "POST", place.path("tasks"), { body: unknown });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: "commit_hash: Only managers can set this for tasks of this template" },
    });
  });

  it("change a template's commit check without `active`, which leaves it on", async () => {
    const check = { project_id: place.projectId, template_id: await templateOf(place), cron_format: "* * * * *" };
    const repository_id = await repositoryOf(place);
    const { status, body } = await send("POST", place.path("schedules"), { ...check, name: "", repository_id });
    expect({ status, active: body.active }).toEqual({ status: 201, active: true });
    const path = place.path(`schedules/${body.id}`);
    const edited = { ...check, id: body.id, cron_format: "*/5 * * * *", repository_id };
    expect((await send("PUT", path, edited)).status).toBe(204);
    expect((await send("GET", path)).body).toMatchObject({ active: true, cron_format: "*/5 * * * *" });
  });

  it("copy a template with all that they read of it, and the copy gets a state of its own", async () => {
    const whole = { name: "infra", app: "terraform", playbook: ".", repository_id: await repositoryOf(place) };
    const id = await place.make("templates", whole);
    await newTask(place, { template_id: id });
    const path = place.path(`templates/${id}`);
    const { state_id } = await look(place, path);
    expect(state_id).toEqual(expect.any(Number));
    const { body } = await send("GET", path);
    const copy = await send("POST", place.path("templates"), { ...body, id: null, name: "copy" });
    expect(copy.status).toBe(201);
    expect(await look(place, place.path(`templates/${copy.body.id}`))).toMatchObject({ state_id: null });
    expect((await send("PUT", path, { ...body, name: "renamed" })).status).toBe(204);
    expect(await look(place, path)).toMatchObject({ name: "renamed", state_id });
  });

  it("copy the limit and tags of a template into every start", async () => {
    const limit = ["web", "db"];
    const template_id = await place.make("templates", {
      name: "filtered",
      app: "ansible",
      playbook: "site.yml",
      repository_id: await repositoryOf(place),
      inventory_id: await inventoryOf(place),
      task_params: { limit, tags: ["setup"], skip_tags: ["slow"] },
    });
    const start = (params: object) =>
      site.call("task_runner", "POST", place.path("tasks"), { body: { template_id, params } });
    expect((await start({ limit, tags: ["setup"], skip_tags: ["slow"] })).status).toBe(201);
    expect(await start({ limit: ["web"] })).toMatchObject({
      status: 400,
      body: { error: "limit: Only managers can set this for tasks of this template" },
    });
    expect((await start({ limit: [], tags: ["other"] })).status).toBe(400);
  });

  it("write field names in any case", async () => {
    expect(await send("POST", place.path("views"), { Title: "upper", POSITION: 4 })).toMatchObject({
      status: 201,
      body: { title: "upper", position: 4 },
    });
  });
});
