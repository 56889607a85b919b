import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tasks } from "@/db/schema/tasks";
import { createIntegration } from "@/lib/integration/operations";
import { fitsApp, INVENTORY_TYPES, type InventoryType } from "@/lib/inventory/rules";
import { insertInventory } from "@/lib/inventory/store";
import { createSchedule } from "@/lib/schedule/operations";
import { createTask } from "@/lib/task/operations";
import { freshDatabase } from "../support/database";
import { insertTemplateRow, type Resources, resources } from "../support/resources";
import { refusal, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let r: Resources;
const ids = new Map<InventoryType, number>();

beforeAll(async () => {
  w = await world(db);
  r = await resources(db, w.projectId);
  for (const type of INVENTORY_TYPES) {
    const row = { name: type, type, inventory: "hosts", ssh_key_id: null, become_key_id: null };
    ids.set(type, (await insertInventory(db, w.projectId, { ...row, holder_id: null, repository_id: null })).id);
  }
});

beforeEach(() => db.delete(tasks));

const here = () => ({ projectId: w.projectId });
const idOf = (type: InventoryType) => ids.get(type) ?? 0;
const template = (app: string, type: InventoryType | null = null) =>
  insertTemplateRow(db, w.projectId, r, { app, playbook: "", inventory_id: type && idOf(type) });
const start = (template_id: number, changes = {}) => w.call(createTask, "owner", here(), { template_id, ...changes });
const TEXT = "inventory_id: Terraform and OpenTofu need a workspace, Ansible an inventory of hosts";

const WRONG: [app: string, type: InventoryType][] = [
  ["terraform", "static"],
  ["terraform", "static-yaml"],
  ["tofu", "file"],
  ["ansible", "terraform-workspace"],
  ["ansible", "tofu-workspace"],
];
const RIGHT: [app: string, type: InventoryType][] = [
  ["terraform", "terraform-workspace"],
  ["tofu", "terraform-workspace"],
  ["ansible", "file"],
  ["bash", "static"],
  ["bash", "tofu-workspace"],
];

describe.each(WRONG)("for %s, an inventory of type %s", (app, type) => {
  it("is refused where a task is started, by the task or by its template", async () => {
    expect(fitsApp(type, app)).toBe(false);
    const inventory_id = idOf(type);
    expect(await refusal(start(await template(app), { inventory_id }))).toEqual({ status: 400, error: TEXT });
    expect(await refusal(start(await template(app, type)))).toEqual({ status: 400, error: TEXT });
    expect(await db.select().from(tasks)).toEqual([]);
  });

  it("is refused in a schedule and an integration", async () => {
    const of = { template_id: await template(app), task_params: { inventory_id: idOf(type) } };
    const refused = { status: 400, error: `task_params.${TEXT}` };
    const scheduled = w.call(createSchedule, "manager", here(), { ...of, name: "s", cron_format: "@daily" });
    expect(await refusal(scheduled)).toEqual(refused);
    const integrated = w.call(createIntegration, "manager", here(), { ...of, name: "i", auth_method: "" });
    expect(await refusal(integrated)).toEqual(refused);
  });
});

it.each(RIGHT)("for %s, an inventory of type %s is taken", async (app, type) => {
  expect(fitsApp(type, app)).toBe(true);
  expect(await start(await template(app, type))).toMatchObject({ status: "waiting" });
  await start(await template(app), { inventory_id: idOf(type) });
});
