import { beforeAll, expect, it } from "vitest";
import { templateRow } from "@/components/template/list/template-row";
import { drifts } from "@/db/schema/drifts";
import { inventories } from "@/db/schema/inventories";
import { listTemplates, listTemplatesForScreen, setFavoriteTemplate } from "@/lib/template/operations";
import { ListedTemplate } from "@/lib/template/schema/listed";
import { freshDatabase, statementsOf } from "../support/database";
import { insertTask, insertTemplateRow, type Resources, resources } from "../support/resources";
import { refusal, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let ours: Resources;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
  const make = (name: string, values: Parameters<typeof insertTemplateRow>[3] = {}) =>
    insertTemplateRow(db, w.projectId, ours, { name, ...values });
  const resourcesOfIt = { inventory_id: ours.inventoryId, environment_id: ours.environmentId };
  await make("Never run", { always_ask: true, labels: ["web", "quiet"], ...resourcesOfIt });
  await db.insert(inventories).values({ project_id: w.projectId, name: "Unused", type: "static", inventory: "" });
  const build = await make("Build", { type: "build", start_version: "1.0" });
  const built = await insertTask(db, w.projectId, build, { status: "success", version: "1.0" });
  const deploy = await make("Deploy", { type: "deploy", build_template_id: build, view_id: ours.viewId });
  await insertTask(db, w.projectId, deploy, { status: "running", build_task_id: built, user_id: w.userIds.owner });
  await insertTask(db, w.projectId, deploy, { status: "waiting", message: "later" });
  const checked = await make("Checked", { app: "terraform", launch: { plan: "ask", inventory_id: "ask" } });
  const check = await insertTask(db, w.projectId, checked, { status: "success", drift_check: true });
  const at = new Date(0).toISOString();
  const found = {
    workspace: "default",
    since: at,
    checked_at: at,
    task_id: check,
    status: "drifted" as const,
    count: 2,
  };
  await db.insert(drifts).values({ ...found, template_id: checked, project_id: w.projectId });
  for (const status of ["error", "stopped", "success", "success", "error"] as const)
    await insertTask(db, w.projectId, checked, { status });
  await w.call(setFavoriteTemplate, "guest", { ...here(), templateId: checked }, { favorite: true });
});

const here = () => ({ projectId: w.projectId });

it.each([
  ["guest", false],
  ["owner", true],
] as const)("the screen of the list says of each template what the API says, to a %s", async (who, mayManage) => {
  const { templates: listed } = await w.call(listTemplatesForScreen, who, here(), { viewId: null });
  const all = await w.call(listTemplates, who, here(), {});
  expect(listed).toHaveLength(4);
  expect(listed).toEqual(all.map((template) => ListedTemplate.parse(templateRow(template, mayManage))));
  expect(listed.map(({ name, asks, behind }) => [name, asks, behind])).toEqual([
    ["Build", false, false],
    ["Checked", true, false],
    ["Deploy", true, true],
    ["Never run", true, false],
  ]);
});

it("names what the templates refer to, and nothing else", async () => {
  const { inventories, environments, repositories } = await w.call(listTemplatesForScreen, "guest", here(), {
    viewId: null,
  });
  const ids = (list: { id: number }[]) => list.map(({ id }) => id);
  expect(ids(inventories)).toEqual([ours.inventoryId]);
  expect(ids(environments)).toEqual([ours.environmentId]);
  expect(ids(repositories)).toEqual([ours.repositoryId]);
});

it("shows the templates of a view alone, and no view of another project", async () => {
  const inView = await w.call(listTemplatesForScreen, "guest", here(), { viewId: ours.viewId });
  expect(inView.templates.map(({ name }) => name)).toEqual(["Deploy"]);
  expect(await refusal(w.call(listTemplatesForScreen, "guest", here(), { viewId: 987 }))).toEqual({
    status: 404,
    error: null,
  });
});

it("costs the same few statements, however many templates there are", async () => {
  const statements = () => statementsOf(db, () => w.call(listTemplatesForScreen, "owner", here(), { viewId: null }));
  const few = (await statements()).length;
  for (let n = 0; n < 30; n++) await insertTemplateRow(db, w.projectId, ours, { name: `More ${n}` });
  expect((await statements()).length).toBe(few);
});
