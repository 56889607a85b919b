import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { GET } from "@/app/api/project/[projectId]/backup/route";
import { database } from "@/db/client";
import { importProject } from "@/lib/backup/import/operations";
import { checkProject, exportProject, restoreProject } from "@/lib/backup/operations";
import { createTemplateFromYaml, exportTemplate, replaceTemplateFromYaml } from "@/lib/backup/template/operations";
import { createInventory } from "@/lib/inventory/operations";
import { createKey } from "@/lib/key/operations";
import { AppError } from "@/lib/operation/errors";
import { createRepository } from "@/lib/repository/operations";
import { createSchedule } from "@/lib/schedule/operations";
import { createTemplate, getTemplate, listTemplates, updateTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { send } from "../support/http";
import { newProject, type World, world } from "../support/world";
import { type AnyFile, changed } from "./files";

const db = await freshDatabase();
let w: World;
let projectId: number;
/** The workflow sorts before all that it runs. */
const OUTER = "A release";
const INNER = "Checks";
beforeAll(async () => {
  w = await world(db);
  projectId = await shop();
  return () => database().close();
});

const SURVEY = [{ name: "region", title: "Region", type: "string" }];

async function shop(): Promise<number> {
  const project = await newProject(db, "Shop", w.userIds.owner);
  const create = async (op: Parameters<World["call"]>[0], input: object) =>
    ((await w.call(op, "admin", { projectId: project }, input)) as { id: number }).id;
  const key = await create(createKey, { name: "None", type: "none" });
  const code = await create(createRepository, { name: "Code", git_url: "/srv/code", ssh_key_id: key });
  const inventory = await create(createInventory, { name: "Hosts", type: "static", inventory: "web" });
  const bash = { app: "bash", playbook: "x.sh", repository_id: code };
  const deploy = await create(createTemplate, { ...bash, name: "Deploy", survey_vars: SURVEY });
  const test = await create(createTemplate, { ...bash, name: "Test" });
  const inner = await create(createTemplate, {
    name: INNER,
    app: "workflow",
    graph: { nodes: [{ key: "test", kind: "template", template_id: test }], edges: [] },
  });
  const outer = await create(createTemplate, {
    name: OUTER,
    app: "workflow",
    graph: outerGraph(inner, deploy, inventory),
  });
  const timing = { cron_format: "@daily", active: true };
  await create(createSchedule, { name: "Nightly", template_id: outer, ...timing });
  return project;
}

/** A null inside of so many lists. */
const deep = (levels: number): unknown => (levels === 0 ? null : [deep(levels - 1)]);

const edge = (from: string, to: string) => ({ from, to });

const outerGraph = (inner: number, deploy: number, inventory: number) => ({
  nodes: [
    { key: "checks", kind: "template", template_id: inner, position: { x: 0, y: 0 } },
    { key: "people", kind: "approval", text: "Go?", user_ids: [w.userIds.owner] },
    { key: "managers", kind: "approval", text: "Go?", user_ids: [w.userIds.owner], roles: ["manager"] },
    {
      key: "deploy",
      kind: "template",
      template_id: deploy,
      answers: { region: { value: "" } },
      options: { inventory_id: { value: inventory }, message: { expression: "'to ' + item" } },
      matrix: { items: { value: ["eu", "us"] }, fail_fast: true },
    },
  ],
  edges: [
    { from: "checks", to: "people" },
    { from: "people", to: "managers" },
    { from: "managers", to: "deploy", on: "always", condition: "true" },
  ],
});

/** As it is on disk. */
const fileOf = async (id: number): Promise<AnyFile> =>
  JSON.parse(JSON.stringify(await w.call(exportProject, "admin", { projectId: id })));
const restore = (file: AnyFile) => w.call(restoreProject, "admin", {}, file);

async function templateOf(id: number, name: string) {
  const found = (await w.call(listTemplates, "admin", { projectId: id })).find((template) => template.name === name);
  if (!found) throw new Error(`no template ${name}`);
  return w.call(getTemplate, "admin", { projectId: id, templateId: found.id });
}

/** The file with one value of the outer workflow changed, which is the first template. */
const broken = async (path: string, value: unknown) =>
  changed(await fileOf(projectId), `templates.0.graph.${path}`, value);
const strictly = (file: AnyFile) => issuesOf(w.call(restoreProject, "admin", {}, { ...file, strict: true }));

/** What is wrong where; nothing if the call succeeds. */
async function issuesOf(call: Promise<unknown>): Promise<string[]> {
  try {
    await call;
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return (error.details.issues ?? []).map(({ path, key }) => `${path} ${key}`);
  }
}

describe("a project with a workflow inside another", () => {
  it("is exported with names in place of ids, and without people", async () => {
    const [outer] = (await fileOf(projectId)).templates as { graph: { nodes: object } }[];
    expect(outer?.graph.nodes).toEqual({
      checks: { template: INNER, position: { x: 0, y: 0 } },
      people: { kind: "approval", text: "Go?", roles: ["owner"] },
      managers: { kind: "approval", text: "Go?", roles: ["manager"] },
      deploy: {
        template: "Deploy",
        answers: { region: "" },
        options: { inventory: "Hosts", message: { expression: "'to ' + item" } },
        matrix: { items: ["eu", "us"], fail_fast: true },
      },
    });
  });

  it("is restored with the ids of the new project, whatever the order of the file", async () => {
    const file = await fileOf(projectId);
    const restored = await restore({ ...file, strict: true });
    expect(await fileOf(restored.id)).toEqual(file);
    const [outer, inner, deploy] = await Promise.all(
      [OUTER, INNER, "Deploy"].map((name) => templateOf(restored.id, name)),
    );
    expect(outer?.graph?.nodes).toMatchObject([
      { template_id: inner?.id },
      { user_ids: [], roles: ["owner"] },
      { user_ids: [], roles: ["manager"] },
      { template_id: deploy?.id, matrix: { items: { value: ["eu", "us"] } } },
    ]);
    const params = { projectId: restored.id, templateId: outer?.id ?? 0 };
    await expect(w.call(updateTemplate, "admin", params, outer)).resolves.toBeTruthy();
  });

  it("keeps nulls and deep constants of its graph in the file to download", async () => {
    const items = [{ host: "a", port: null, more: deep(28) }];
    const { id } = await restore(await broken("nodes.deploy.matrix.items", items));
    const { text } = await send(w, GET, { as: "admin", params: { projectId: id } });
    const file = JSON.parse(text);
    expect(file.templates[0].graph.nodes.deploy.matrix.items).toEqual(items);
    const again = await restore({ ...file, strict: true });
    expect((await templateOf(again.id, OUTER)).graph?.nodes[3]).toMatchObject({ matrix: { items: { value: items } } });
  });

  it("takes what changed in the graph when it is imported again", async () => {
    const source = "https://old.example/project/1";
    const file = await fileOf(projectId);
    const { id } = await restore({ ...file, source });
    const again = (body: AnyFile) => w.call(importProject, "admin", { projectId: id }, { ...body, source });
    expect((await again(file)).lines).toEqual([]);
    const newer = changed(file, "templates.0.graph.nodes.checks.template", "Test");
    expect((await again(newer)).lines).toMatchObject([{ kind: "template", name: OUTER, fields: ["graph"] }]);
    const [outer, test] = [await templateOf(id, OUTER), await templateOf(id, "Test")];
    expect(outer.graph?.nodes[0]).toMatchObject({ template_id: test.id });
  });
});

describe("a graph that can't be restored as it is", () => {
  it.each([
    ["nodes.deploy.template", "Gone", "nodes.deploy.template backupReferenceMissing"],
    ["nodes.deploy.options.inventory", "Gone", "nodes.deploy.options.inventory backupReferenceMissing"],
    ["nodes.checks.template", OUTER, "nodes.checks.template workflowCycle"],
    ["nodes.deploy", { template_id: 1 }, "nodes.deploy.template nodeTemplateMissing"],
    ["nodes.deploy.options.build_task_id", "abc", "nodes.deploy.options.build_task_id fieldUnknown"],
    ["nodes.deploy.options.build_task_id", { value: 1.5 }, "nodes.deploy.options.build_task_id fieldUnknown"],
    ["nodes.deploy.options.inventory_id", 1, "nodes.deploy.options.inventory_id fieldUnknown"],
    ["nodes.people.user_ids", [1], "nodes.people.user_ids fieldUnknown"],
    ["nodes.people.later", 1, "nodes.people.later fieldUnknown"],
    ["edges.0.on", "never", "edges.0.on oneOf"],
  ])("%s %j is refused strictly and adjusted otherwise", async (path, value, issue) => {
    const file = await broken(path, value);
    expect(await strictly(file)).toEqual([`templates.0.graph.${issue}`]);
    const restored = await restore(file);
    expect(restored.report).toContainEqual(expect.objectContaining({ kind: "template", name: OUTER }));
    expect((await templateOf(restored.id, OUTER)).graph).toMatchObject({ nodes: { length: 4 }, edges: { length: 3 } });
    const { schedules } = await fileOf(restored.id);
    expect(schedules).toMatchObject([{ name: "Nightly", active: false }]);
    expect(await strictly(await fileOf(restored.id))).toEqual([]);
  });

  it.each([
    ["nodes.deploy.answers", { region: "eu", zone: "a" }, "nodes.deploy.answers.zone nodeAnswerUnknown"],
    ["nodes.deploy.answers", { region: "eu", "app.zone": 1 }, "nodes.deploy.answers.app.zone nodeAnswerUnknown"],
    ["nodes.deploy.options.message", { expression: "(((" }, "nodes.deploy.options.message expressionInvalid"],
    ["nodes.deploy.options.tags", "web", "nodes.deploy.options.tags notForThisApp"],
    ["nodes.deploy.matrix.items", "eu", "nodes.deploy.matrix.items matrixNotList"],
    ["nodes.people.roles", ["boss"], "nodes.people.roles.0 roleInvalid"],
    ["nodes.people.text", " ", "nodes.people.text approvalTextRequired"],
    ["edges.2.condition", "(((", "edges.2.condition expressionInvalid"],
    ["edges", [...Array(2)].map(() => ({ from: "checks", to: "deploy" })), "edges.1.to edgesUnique"],
    ["nodes", {}, "nodes graphEmpty"],
  ])("%s %j is refused strictly and otherwise kept, inactive: it would only fail", async (path, value, issue) => {
    const file = changed(await broken(path, value), "templates.0.graph.edges", undefined);
    const edges = path.startsWith("edges") ? (await broken(path, value)).templates : null;
    const sent = edges ? { ...file, templates: edges } : file;
    expect(await strictly(sent)).toEqual([`templates.0.graph.${issue}`]);
    const { id, report } = await restore(sent);
    expect(report.map(({ kind, done }) => [kind, done])).toEqual([
      ["template", "kept"],
      ["schedule", "inactive"],
    ]);
    const backup = await fileOf(id);
    expect(backup.schedules).toMatchObject([{ name: "Nightly", active: false }]);
    expect(await strictly(backup)).toEqual([`templates.0.graph.${issue}`]);
  });

  const wait = { kind: "wait", seconds: 1 };
  const asking = (from: string) => ({ kind: "approval", text: from });

  it.each([
    [
      "a circle",
      { nodes: { one: wait, two: wait }, edges: [edge("one", "two"), edge("two", "one")] },
      ["edges.1.from graphCycle"],
      { nodes: { one: wait, two: wait, two_2: asking("two") }, edges: [edge("one", "two"), edge("two_2", "one")] },
    ],
    [
      "circles that begin after a node that comes later, one of them of one node",
      {
        nodes: { one: wait, two: wait, three: wait },
        edges: [edge("one", "two"), edge("two", "one"), edge("three", "two"), edge("three", "three")],
      },
      ["edges.0.from graphCycle", "edges.3.from graphCycle"],
      {
        nodes: { one: wait, two: wait, three: wait, one_2: asking("one"), three_2: asking("three") },
        edges: [edge("one_2", "two"), edge("two", "one"), edge("three", "two"), edge("three_2", "three")],
      },
    ],
    [
      "edges from and to a node that is not there",
      { nodes: { one: wait, two: wait }, edges: [edge("gone", "one"), edge("one", "two"), edge("two", "lost")] },
      ["edges.0.from edgeNodeMissing", "edges.2.to edgeNodeMissing"],
      { nodes: { one: wait, two: wait, gone: asking("gone") }, edges: [edge("gone", "one"), edge("one", "two")] },
    ],
    [
      "edges from and to a final node",
      {
        nodes: { one: wait, last: { template: "Test", final: true }, two: wait },
        edges: [edge("one", "last"), edge("last", "two")],
      },
      ["edges.0.to finalHasNoEdges", "edges.1.to finalHasNoEdges"],
      {
        nodes: { one: wait, last: { template: "Test", final: true }, two: wait, last_2: asking("last") },
        edges: [edge("last_2", "two")],
      },
    ],
    [
      "a time zone that nobody knows",
      { nodes: { one: { kind: "wait", until: { time: "03:00", zone: "Mars/Olympus" } } }, edges: [] },
      ["nodes.one.until.zone timezoneUnknown"],
      { nodes: { one: asking("one") }, edges: [] },
    ],
  ])("asks for a decision where it would run forever or too early: %s", async (_what, graph, issues, restored) => {
    const file = changed(await fileOf(projectId), "templates.0.graph", graph);
    expect(await strictly(file)).toEqual(issues.map((issue) => `templates.0.graph.${issue}`));
    const { id, report } = await restore(file);
    expect(report.filter(({ kind }) => kind === "template")).toHaveLength(issues.length);
    const backup = await fileOf(id);
    expect(backup.templates).toMatchObject([{ graph: restored }, {}, {}, {}]);
    expect(backup.schedules).toMatchObject([{ active: false }]);
    expect(await strictly(backup)).toEqual([]);
  });

  it("has no deploy that would start before its approval", async () => {
    const code = { app: "bash", playbook: "x.sh", repository: "Code" };
    const file = {
      ...(await fileOf(projectId)),
      templates: [
        { ...code, name: "Out", type: "deploy", build_template: "Package", autorun: true },
        { ...code, name: "Package", type: "build", start_version: "1" },
        {
          name: "Release",
          app: "workflow",
          graph: {
            nodes: { package: { template: "Package" }, go: asking("Go?"), out: { template: "Out" } },
            edges: [edge("package", "go"), edge("go", "out")],
          },
        },
      ],
      schedules: [{ name: "Nightly", template: "Release", cron_format: "@daily", active: true }],
    };
    expect(await strictly(file)).toEqual(["templates.0.autorun deployAutoruns"]);
    const { id, report } = await restore(file);
    expect(report).toMatchObject([{ name: "Out", field: "autorun", done: "changed", done_params: { value: "false" } }]);
    expect((await templateOf(id, "Out")).autorun).toBe(false);
    expect((await fileOf(id)).schedules).toMatchObject([{ active: true }]);
  });

  it("asks for a decision where a template is missing", async () => {
    const { id, report } = await restore(await broken("nodes.checks.template", "Gone"));
    expect(report).toContainEqual(
      expect.objectContaining({
        field: "graph.nodes.checks.template",
        was: "Gone",
        done_params: { value: "approval" },
      }),
    );
    const { graph } = await templateOf(id, OUTER);
    expect(graph?.nodes[0]).toMatchObject({ key: "checks", kind: "approval", text: "Gone", position: { x: 0, y: 0 } });
    expect(graph?.edges).toHaveLength(3);
  });

  it("is cut off where a constant is nested too deeply, and starts nothing", async () => {
    const file = await broken("nodes.deploy.matrix.items", deep(60));
    expect(await strictly(file)).toEqual([" backupTooDeep"]);
    const { id, report } = await restore(file);
    expect(report.map(({ kind, reason, done }) => [kind, reason, done])).toEqual([
      ["template", "backupTooDeep", "cleared"],
      ["template", "tooDeep", "changed"],
      ["schedule", "backupTooDeep", "inactive"],
    ]);
    expect(await strictly(await fileOf(id))).toEqual([]);
  });

  it("may not nest more than five workflows", async () => {
    const chain = Array.from({ length: 8 }, (_, at) => ({
      name: `w${at}`,
      app: "workflow",
      graph: { nodes: { next: { template: at === 0 ? "leaf" : `w${at - 1}` } }, edges: [] },
    }));
    const leaf = { name: "leaf", app: "workflow", graph: { nodes: { wait: { kind: "wait", seconds: 1 } }, edges: [] } };
    const file = { meta: { name: "Deep" }, templates: [...chain.reverse(), leaf] };
    expect(await strictly(file)).toEqual(["templates.2.graph.nodes.next.template workflowTooDeep"]);
    expect((await w.call(checkProject, "admin", {}, file)).report).toHaveLength(1);
  });

  it("stays empty in files without graphs", async () => {
    const { id } = await restore({ meta: { name: "Bare" }, templates: [{ name: "w", app: "workflow" }] });
    expect((await templateOf(id, "w")).graph).toEqual({ nodes: [], edges: [] });
  });
});

describe("a workflow as YAML", () => {
  const yamlOf = async (id: number) =>
    w.call(exportTemplate, "admin", { projectId: id, templateId: (await templateOf(id, OUTER)).id });

  it("has the graph with names, and is the same again in another project", async () => {
    const yaml = await yamlOf(projectId);
    expect(parse(yaml)).toMatchObject({ app: "workflow", graph: { nodes: { checks: { template: INNER } } } });
    expect(yaml).toContain("position: { x: 0, y: 0 }");
    const { id: other } = await restore(await fileOf(projectId));
    const copy = yaml.replace(`name: ${OUTER}`, "name: Copy");
    const { id: templateId } = await w.call(createTemplateFromYaml, "admin", { projectId: other }, { yaml: copy });
    expect(await w.call(exportTemplate, "admin", { projectId: other, templateId })).toBe(copy);
  });

  it("names an inventory whose id is written as a text", async () => {
    const stored = await templateOf(projectId, OUTER);
    const params = { projectId, templateId: stored.id };
    const withText = structuredClone(stored);
    for (const node of withText.graph?.nodes ?? [])
      if (node.kind === "template" && node.options.inventory_id && "value" in node.options.inventory_id)
        node.options.inventory_id.value = String(node.options.inventory_id.value);
    await w.call(updateTemplate, "admin", params, withText);
    expect(await yamlOf(projectId)).toContain("inventory: Hosts");
    await w.call(updateTemplate, "admin", params, stored);
  });

  it("keeps the people who decide when it is applied", async () => {
    const { id: templateId } = await templateOf(projectId, OUTER);
    const yaml = (await yamlOf(projectId)).replace("Go?", "Really?");
    await w.call(replaceTemplateFromYaml, "admin", { projectId, templateId }, { yaml });
    expect((await templateOf(projectId, OUTER)).graph?.nodes[1]).toMatchObject({
      text: "Really?",
      user_ids: [w.userIds.owner],
    });
  });

  it.each([
    [
      "an unknown template",
      `template: ${INNER}`,
      "template: Gone",
      "graph.nodes.checks.template projectReferenceMissing",
    ],
    ["a cycle of edges", "from: checks", "from: deploy", "graph.nodes.people graphCycle"],
    [
      "a build that is no id",
      "inventory: Hosts",
      "build_task_id: abc",
      "graph.nodes.deploy.options.build_task_id fieldUnknown",
    ],
    [
      "an id in place of a name",
      "inventory: Hosts",
      "inventory_id: 1",
      "graph.nodes.deploy.options.inventory_id fieldUnknown",
    ],
    [
      "an inventory that is missing",
      "inventory: Hosts",
      "inventory: Gone",
      "graph.nodes.deploy.options.inventory projectReferenceMissing",
    ],
    ["people", "kind: approval", "kind: approval\n      user_ids: [1]", "graph.nodes.people.user_ids fieldUnknown"],
    ["a field with an id", "app: workflow", "app: workflow\nrepository_id: 1", "repository_id fieldUnknown"],
    [
      "an expression that can't be read",
      "inventory: Hosts",
      "build_task_id: { expression: nodes. }",
      "graph.nodes.deploy.options.build_task_id expressionInvalid",
    ],
    ["no graph", /graph:[\s\S]*/, "", "graph.nodes graphEmpty"],
  ])("is refused at its place: %s", async (_what, text, replacement, expected) => {
    const yaml = (await yamlOf(projectId)).replace(text, replacement);
    expect(await issuesOf(w.call(createTemplateFromYaml, "admin", { projectId }, { yaml }))).toContain(expected);
  });
});
