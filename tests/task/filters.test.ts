import { beforeAll, beforeEach, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { createTask } from "@/lib/task/operations";
import { createTemplate, getTemplate, updateTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type Resources, resources } from "../support/resources";
import { refusal, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let r: Resources;
let runner: HandRunner;

beforeAll(async () => {
  w = await world(db);
  r = await resources(db, w.projectId);
});

beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  runner = await HandRunner.start(db);
});

const here = () => ({ projectId: w.projectId });
const FILTERS = { limit: ["web", "db"], tags: "a, b", skip_tags: ["slow"] };
const body = (changes: object = {}) => ({
  name: "t",
  app: "ansible",
  playbook: "site.yml",
  inventory_id: r.inventoryId,
  repository_id: r.repositoryId,
  task_params: FILTERS,
  ...changes,
});
const template = (changes?: object) => w.call(createTemplate, "manager", here(), body(changes));
const start = (as: "owner" | "task_runner", template_id: number, input: object = {}) =>
  w.call(createTask, as, here(), { template_id, ...input });

async function jobOfNext() {
  const { tasks: offered } = await runner.poll();
  const [ref] = offered;
  if (!ref) throw new Error("no offer");
  return runner.begin(ref);
}

test("a task without a limit and tags takes those of its template", async () => {
  const { id, task_params } = await template();
  expect(task_params).toMatchObject({ limit: ["web", "db"], tags: ["a", "b"], skip_tags: ["slow"] });
  expect(await start("task_runner", id)).toMatchObject({ limit: "", params: {} });
  expect(await jobOfNext()).toMatchObject({ limit: "web,db", tags: "a,b", skip_tags: "slow" });
});

test("a task that brings its own replaces them one by one", async () => {
  const { id } = await template();
  await start("owner", id, { limit: "away", tags: ["c", "d"] });
  expect(await jobOfNext()).toMatchObject({ limit: "away", tags: "c,d", skip_tags: "slow" });
});

test("a client that doesn't know task_params keeps them, and one that sends them replaces all lists", async () => {
  const { id, task_params } = await template();
  const update = (changes: object) =>
    w.call(updateTemplate, "manager", { ...here(), templateId: id }, { ...body(changes), id });
  const read = async () => (await w.call(getTemplate, "guest", { ...here(), templateId: id })).task_params;
  await update({ task_params: undefined });
  expect(await read()).toEqual(task_params);
  await update({ task_params: { tags: ["only"], later: { field: 1 } } });
  const { limit: _, skip_tags: __, ...flags } = task_params;
  expect(await read()).toEqual({ ...flags, tags: ["only"] });
});

test("approval can be left to everyone who runs tasks, or given by the template", async () => {
  const terraform = { app: "terraform", playbook: "", inventory_id: null };
  const approve = { params: { auto_approve: true } };
  const strict = await template({ ...terraform, task_params: {} });
  expect(await refusal(start("task_runner", strict.id, approve))).toMatchObject({ status: 400 });
  const open = await template({ ...terraform, task_params: { allow_auto_approve: true } });
  expect(open).toMatchObject({ auto_approve: false, task_params: { allow_auto_approve: true } });
  expect(await start("task_runner", open.id, approve)).toMatchObject(approve);
  const given = await template({ ...terraform, task_params: { auto_approve: true } });
  expect(given).toMatchObject({ auto_approve: true, task_params: { auto_approve: true } });
  const at = { ...here(), templateId: given.id };
  await w.call(updateTemplate, "manager", at, { ...given, auto_approve: false });
  expect(await w.call(getTemplate, "manager", at)).toMatchObject({ auto_approve: false });
});

test("requirements are not installed if the template says so, or lets its tasks say so", async () => {
  const skip_galaxy_install = true;
  const never = await template({ task_params: { skip_galaxy_install } });
  expect(never.task_params).toMatchObject({ skip_galaxy_install: true });
  await start("task_runner", never.id);
  expect(await jobOfNext()).toMatchObject({ skip_galaxy_install: true });
  const params = { skip_galaxy_install };
  for (const allow_override_skip_galaxy_install of [true, false]) {
    const { id } = await template({ task_params: { allow_override_skip_galaxy_install } });
    expect((await start("task_runner", id, { params })).params).toEqual({ skip_galaxy_install: true });
    expect((await jobOfNext()).skip_galaxy_install).toBe(allow_override_skip_galaxy_install || undefined);
  }
});

test("settings that our own form does not know are kept, whatever they are, and never refuse a template", async () => {
  const ansible = { skip_galaxy_install: true, allow_override_skip_galaxy_install: true };
  const kept = await template({ task_params: ansible });
  await w.call(
    updateTemplate,
    "manager",
    { ...here(), templateId: kept.id },
    body({ task_params: { limit: ["web"] } }),
  );
  const read = await w.call(getTemplate, "manager", { ...here(), templateId: kept.id });
  expect(read.task_params).toMatchObject({ ...ansible, limit: ["web"] });
  const off = { skip_galaxy_install: false, allow_override_skip_galaxy_install: "no" };
  await w.call(updateTemplate, "manager", { ...here(), templateId: kept.id }, body({ task_params: off }));
  const after = await w.call(getTemplate, "manager", { ...here(), templateId: kept.id });
  expect(after.task_params).not.toHaveProperty("skip_galaxy_install");
  expect(after.task_params).toMatchObject({ allow_override_skip_galaxy_install: true });
  const backend = { override_backend: true, backend_filename: "backend.tf" };
  const app = { app: "terraform", playbook: "", inventory_id: null };
  expect((await template({ ...app, task_params: backend })).task_params).toMatchObject(backend);
  const odd = { override_backend: "yes", backend_filename: 5 };
  expect((await template({ ...app, task_params: odd })).task_params).not.toHaveProperty("backend_filename");
});
