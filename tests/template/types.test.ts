import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { inventories } from "@/db/schema/inventories";
import { tasks } from "@/db/schema/tasks";
import { createInventory } from "@/lib/inventory/operations";
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  getTemplateRefs,
  updateTemplate,
} from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { insertTask, type Resources, resources } from "../support/resources";
import { refusal, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let ours: Resources;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
});

const here = () => ({ projectId: w.projectId });
const at = (templateId: number) => ({ ...here(), templateId });
const input = (changes: Record<string, unknown> = {}) => ({
  name: "App",
  app: "bash",
  playbook: "run.sh",
  repository_id: ours.repositoryId,
  ...changes,
});
const create = async (changes: Record<string, unknown> = {}) =>
  (await w.call(createTemplate, "manager", here(), input(changes))).id;
const build = () => create({ type: "build", start_version: "1.0.0" });
const deploy = (from: number) => create({ type: "deploy", build_template_id: from, autorun: true });
const read = (id: number) => w.call(getTemplate, "guest", at(id));
const update = (id: number, changes: Record<string, unknown>) =>
  w.call(updateTemplate, "manager", at(id), input({ id, ...changes }));
const gone = { status: 404, error: null };

describe("builds and deploys", () => {
  it("keep only the fields of their type", async () => {
    const buildId = await build();
    const id = await create({ type: "deploy", build_template_id: buildId, start_version: "9" });
    expect(await read(id)).toMatchObject({ build_template_id: buildId, start_version: null });
    await update(id, { type: "build", build_template_id: buildId, start_version: "2" });
    expect(await read(id)).toMatchObject({ build_template_id: null, start_version: "2" });
    await update(id, { type: "", build_template_id: buildId, start_version: "2" });
    expect(await read(id)).toMatchObject({ build_template_id: null, start_version: null });
  });

  it("form chains, but no circle", async () => {
    const first = await build();
    const second = await deploy(first);
    const third = await deploy(second);
    const error = "build_template_id: Build templates can't depend on each other in a circle";
    const circle = { type: "deploy", build_template_id: third };
    expect(await refusal(update(second, circle))).toEqual({ status: 400, error });
    expect(await refusal(update(third, circle))).toEqual({ status: 400, error });
    expect((await w.call(getTemplateRefs, "guest", at(first))).templates).toEqual([{ id: second, name: "App" }]);
  });

  it("need a build template, which can't become an ordinary one while others deploy it", async () => {
    const plain = await create();
    const error = "build_template_id: Must be a build or deploy template";
    expect(await refusal(deploy(plain))).toEqual({ status: 400, error });
    const buildId = await build();
    await deploy(buildId);
    const refused = { status: 400, error: "type: Other templates use this one as their build template" };
    expect(await refusal(update(buildId, { type: "" }))).toEqual(refused);
  });
});

describe("a Terraform or OpenTofu template", () => {
  it.each([
    ["terraform", "terraform-workspace"],
    ["tofu", "tofu-workspace"],
  ])("of %s gets a default workspace", async (app, type) => {
    const id = await create({ app, playbook: "" });
    const { inventory_id } = await read(id);
    const [row] = await db
      .select()
      .from(inventories)
      .where(eq(inventories.id, inventory_id ?? 0));
    expect(row).toMatchObject({ name: "App - default", type, inventory: "default", holder_id: id });
  });

  it("keeps its workspace until that is deleted", async () => {
    const workspace = { name: "prod", type: "terraform-workspace", inventory: "prod" };
    const { id: workspaceId } = await w.call(createInventory, "manager", here(), workspace);
    const id = await create({ app: "terraform", playbook: "infra", inventory_id: workspaceId });
    expect(await read(id)).toMatchObject({ inventory_id: workspaceId, playbook: "infra" });
    const holder = async () => {
      const [row] = await db.select().from(inventories).where(eq(inventories.id, workspaceId));
      return row?.holder_id;
    };
    expect(await holder()).toBe(id);
    await w.call(deleteTemplate, "manager", at(id));
    expect(await holder()).toBeNull();
  });
});

describe("deleting a template", () => {
  it("deletes its tasks, and leaves deploys of other templates without a build", async () => {
    const buildId = await build();
    const buildTask = await insertTask(db, w.projectId, buildId);
    const rebuild = await insertTask(db, w.projectId, buildId, { build_task_id: buildTask });
    const other = await create();
    const kept = await insertTask(db, w.projectId, other, { build_task_id: buildTask });
    await w.call(deleteTemplate, "manager", at(buildId));
    expect(await refusal(read(buildId))).toEqual(gone);
    expect(await db.select().from(tasks).where(eq(tasks.id, rebuild))).toEqual([]);
    expect(await db.select().from(tasks).where(eq(tasks.id, kept))).toMatchObject([{ build_task_id: null }]);
    expect(await refusal(w.call(deleteTemplate, "manager", at(buildId)))).toEqual(gone);
  });

  it("is rejected while other templates deploy its builds", async () => {
    const buildId = await build();
    await deploy(buildId);
    expect(await refusal(w.call(deleteTemplate, "manager", at(buildId)))).toEqual({
      status: 400,
      error: "Template is in use by one or more templates",
    });
  });

  it.each(["waiting", "starting", "running", "waiting_confirmation", "confirmed", "stopping"] as const)(
    "is rejected while a task is %s",
    async (status) => {
      const id = await create();
      await insertTask(db, w.projectId, id, { status });
      const error = "This template has waiting or running tasks. Stop them first.";
      expect(await refusal(w.call(deleteTemplate, "manager", at(id)))).toEqual({ status: 409, error });
      expect(await read(id)).toMatchObject({ last_task: { status } });
    },
  );

  it("waits for a task that is being created", async () => {
    const id = await create();
    let created: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await insertTask(tx, w.projectId, id, { status: "waiting" });
      created = refusal(w.call(deleteTemplate, "manager", at(id)));
      await sleep(100);
    });
    expect(await created).toMatchObject({ status: 409 });
  });
});
