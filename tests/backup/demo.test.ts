import { eq, sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { environments } from "@/db/schema/environments";
import { runners } from "@/db/schema/runners";
import { createProject } from "@/lib/backup/operations";
import { openedSecrets, selectSealedSecrets } from "@/lib/environment/store";
import { listMyLastEvents } from "@/lib/event/operations";
import { listInventories } from "@/lib/inventory/store";
import { listKeys, openKeys } from "@/lib/key/store";
import { listRepositories } from "@/lib/repository/store";
import { graphProblems } from "@/lib/template/rules/graph-problems";
import { listTemplates } from "@/lib/template/store";
import { listViews } from "@/lib/view/store";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
});
beforeEach(async () => {
  await db.delete(runners);
});

const BY_NAME = { sort: "name", order: "asc" } as const;
const SHOP = ["Release the shop", "Shop: Deploy", "Shop: Package", "Shop: Roll Back", "Shop: Smoke Test"];
const ALWAYS = ["Build", "Deploy to Dev", "Deploy to Production", "Ping Site", ...SHOP];

async function demo(input: object = {}): Promise<number> {
  return (await w.call(createProject, "admin", {}, { name: "Demo", demo: true, ...input })).id;
}
const templatesOf = (projectId: number) => listTemplates(db, projectId, BY_NAME);
const templateNames = async (projectId: number) => (await templatesOf(projectId)).map(({ name }) => name);

/** Settings are cached; a test that changes one has to reload them. */
function setEnvironment(changes: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  delete (globalThis as { signalboxSettings?: unknown }).signalboxSettings;
}

describe("the content of a demo project", () => {
  it("templates for every machine: a ping, a build and its two deploys, and the release of a shop, in three views", async () => {
    const projectId = await demo();
    const templates = await templatesOf(projectId);
    expect(templates.map(({ name }) => name)).toEqual(ALWAYS);
    const [build, dev, production, ping] = templates;
    expect(ping).toMatchObject({ app: "bash", type: "", description: expect.stringContaining("console") });
    expect(build).toMatchObject({ app: "bash", type: "build", start_version: "1.0.0" });
    expect(dev).toMatchObject({ app: "bash", type: "deploy", build_template_id: build?.id, autorun: true });
    expect(production).toMatchObject({ app: "bash", type: "deploy", build_template_id: build?.id, autorun: false });
    const views = await listViews(db, projectId);
    expect(views.map(({ title }) => title)).toEqual(["Build", "Tools", "Shop"]);
    expect(views.every(({ id }) => templates.some(({ view_id }) => view_id === id))).toBe(true);
  });

  it("a workflow that could be saved as it is", async () => {
    const projectId = await demo();
    const templates = await templatesOf(projectId);
    const release = templates.find(({ name }) => name === "Release the shop");
    const none = new Set<number>();
    const byId = new Map(templates.map((template) => [template.id, template]));
    const known = { templates: byId, members: none, inventories: new Map(), environments: none };
    expect(release?.graph?.nodes.map(({ key }) => key)).toEqual([
      "package",
      "approval",
      "deploy",
      "smoke_test",
      "roll_back",
    ]);
    expect(graphProblems(release?.graph ?? { nodes: [], edges: [] }, known, release?.survey_vars ?? [])).toEqual([]);
  });

  it("the sent fields, the caller as owner, and one event", async () => {
    const input = { name: "First look", alert: true, alert_chat: "-5", max_parallel_tasks: 4, type: "" };
    const created = await w.call(createProject, "admin", {}, { ...input, demo: true });
    expect(created).toMatchObject(input);
    expect(created).not.toHaveProperty("empty_keys");
    const events = await w.call(listMyLastEvents, "admin", {});
    expect(events.filter(({ project_id }) => project_id === created.id)).toMatchObject([
      { description: "Project created" },
    ]);
  });

  it("an unused name when none is sent", async () => {
    const names: string[] = [];
    for (const name of ["", undefined, "  ", "Demo Project 4", ""])
      names.push((await w.call(createProject, "admin", {}, { name, demo: true })).name);
    expect(names).toEqual(["Demo Project", "Demo Project 2", "Demo Project 3", "Demo Project 4", "Demo Project 5"]);
    await expect(w.call(createProject, "admin", {}, { name: "" })).rejects.toThrow();
  });

  it("a vault password, and a new secret", async () => {
    const [projectId, other] = [await demo(), await demo()];
    const keys = await listKeys(db, projectId, BY_NAME);
    expect(keys.map(({ name, empty }) => [name, empty])).toEqual([
      ["None", true],
      ["Vault Password", undefined],
    ]);
    const opened = await openKeys(db, projectId, [keys[1]?.id ?? 0]);
    expect([...opened.values()]).toEqual([
      { type: "login_password", login: "", password: expect.stringMatching(/.{12}/) },
    ]);
    const tokens = await Promise.all([projectId, other].map(tokenOf));
    expect(new Set(tokens).size).toBe(2);
  });

  const tokenOf = async (projectId: number) => {
    const rows = await db.select().from(environments).where(eq(environments.project_id, projectId));
    const demoOf = rows.find(({ name }) => name === "Demo");
    const id = demoOf?.id ?? 0;
    return openedSecrets(await selectSealedSecrets(db, projectId, [id]), id).env.DEPLOY_TOKEN;
  };
});

describe("follows the runners' tools", () => {
  it.each([
    ["python", { python3: "3.11" }, ["Sales Report"]],
    ["ansible", { "ansible-playbook": "2.14" }, ["Configure Host"]],
    ["terraform", { terraform: "1.11" }, ["Create Servers"]],
    ["none", { bash: "5", pwsh: "7" }, []],
  ])("%s", async (_what, tools, more) => {
    await HandRunner.start(db, { tools });
    expect(await templateNames(await demo())).toEqual([...ALWAYS, ...more].sort());
  });

  it("tools of all runners count", async () => {
    await HandRunner.start(db, { tools: { python3: "3" } });
    await HandRunner.start(db, { tools: { terraform: "1", "ansible-playbook": "2" } });
    const projectId = await demo();
    expect(await templateNames(projectId)).toHaveLength(12);
    const host = (await templatesOf(projectId)).find(({ app }) => app === "ansible");
    expect(host?.survey_vars?.map(({ type }) => type)).toEqual(["", "int", "secret"]);
    expect(host?.vaults).toHaveLength(1);
    const report = (await templatesOf(projectId)).find(({ app }) => app === "python");
    expect(report?.survey_vars?.map(({ type }) => type)).toEqual(["", "int", "enum"]);
    const inventories = await listInventories(db, projectId, BY_NAME);
    expect(inventories.map(({ name, type }) => [name, type])).toEqual([
      ["Create Servers - default", "terraform-workspace"],
      ["Localhost", "static"],
    ]);
  });

  it("offline or disabled runners don't count", async () => {
    const away = await HandRunner.start(db, { tools: { terraform: "1" } });
    await db.update(runners).set({ last_seen: sql`now() - interval '5 minutes'` }).where(eq(runners.id, away.id));
    const off = await HandRunner.start(db, { tools: { python3: "3" } });
    await db.update(runners).set({ active: false }).where(eq(runners.id, off.id));
    expect(await templateNames(await demo())).toEqual(ALWAYS);
  });
});

describe("the address of its repository", () => {
  const before = {
    SIGNALBOX_PUBLIC_URL: process.env.SIGNALBOX_PUBLIC_URL,
    HOST: process.env.HOST,
    PORT: process.env.PORT,
  };
  afterEach(() => setEnvironment(before));

  it.each([
    ["at this machine's port", { PORT: "4567" }, "http://127.0.0.1:4567"],
    ["at the listening address", { HOST: "10.1.2.3", PORT: "4567" }, "http://10.1.2.3:4567"],
    ["at an IPv6 address", { HOST: "fd00::7", PORT: "4567" }, "http://[fd00::7]:4567"],
    ["at this machine if it listens on all addresses", { HOST: "::", PORT: "4567" }, "http://127.0.0.1:4567"],
    ["at the public address", { SIGNALBOX_PUBLIC_URL: "https://box.example.com/" }, "https://box.example.com"],
  ])("%s", async (_where, changes, url) => {
    setEnvironment(changes);
    const projectId = await demo();
    expect(await listRepositories(db, projectId, BY_NAME)).toMatchObject([
      { name: "Demo", git_url: `${url}/demo.git`, git_branch: "main" },
    ]);
    const rows = await db.select().from(environments).where(eq(environments.project_id, projectId));
    expect(rows.map(({ name, env }) => [name, env])).toEqual([
      ["Empty", null],
      ["Demo", JSON.stringify({ SITE_URL: url })],
    ]);
  });
});

it("without `demo` a project only has its two default resources", async () => {
  const { id } = await w.call(createProject, "admin", {}, { name: "Plain" });
  expect(await templatesOf(id)).toEqual([]);
  expect((await listKeys(db, id, BY_NAME)).map(({ name }) => name)).toEqual(["None"]);
});
