import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inventories } from "@/db/schema/inventories";
import { states } from "@/db/schema/states";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { listEvents } from "@/lib/event/operations";
import { createState, deleteState, getState, listStates } from "@/lib/state/operations";
import { listVersions, rollbackState, uploadState } from "@/lib/state/version-operations";
import { NewTaskInput } from "@/lib/task/schema";
import { createTask } from "@/lib/task/start/create";
import { createTemplate, deleteTemplate, getTemplate, updateTemplate } from "@/lib/template/operations";
import { heardDuring } from "../support/announcements";
import { freshDatabase, waitingForLocks } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { onlyState, type StateSite, stateSite } from "../support/state-site";
import { until } from "../support/until";
import { refusal } from "../support/world";
import { terraformState } from "./states";

const db = await freshDatabase();
let site: StateSite;
let project: { projectId: number };

beforeAll(async () => {
  site = await stateSite(db);
  project = { projectId: site.w.projectId };
});
afterAll(() => site?.api.stop());
beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(templates);
  await db.delete(states);
});

const look = (templateId: number) => site.w.call(getTemplate, "owner", { ...project, templateId });
const change = async (templateId: number, changes: object) => {
  const { task_params: _, launch: __, ...body } = await look(templateId);
  await site.w.call(updateTemplate, "owner", { ...project, templateId }, { ...body, ...changes });
};

describe("a template", () => {
  test("gets a state with its first run, and keeps it", async () => {
    const id = await site.template({ name: "Servers" });
    expect((await look(id)).state_id).toBeNull();
    const { ref } = await site.run(id);
    const state = await onlyState(db);
    expect(state).toMatchObject({ name: "Servers", kind: "terraform" });
    expect((await look(id)).state_id).toBe(state.id);
    await site.runner.finish(ref);
    await site.start(id);
    expect(await onlyState(db)).toEqual(state);
  });

  test.each(["bash", "ansible"])("of %s has no state", async (app) => {
    const id = await site.template({
      app,
      playbook: "run.sh",
      inventory_id: app === "bash" ? null : site.r.inventoryId,
    });
    await site.start(id);
    expect(await db.select().from(states)).toEqual([]);
  });

  test("keeps its state if a request omits it, and gets a new one if it is null", async () => {
    const id = await site.template();
    await site.start(id);
    const state = await onlyState(db);
    const { state_id: _, stack: __, init_arguments: ___, ...body } = await look(id);
    await site.w.call(updateTemplate, "owner", { ...project, templateId: id }, { ...body, launch: {} });
    expect((await look(id)).state_id).toBe(state.id);
    await change(id, { state_id: null });
    await db.delete(tasks);
    await site.start(id);
    expect((await look(id)).state_id).not.toBe(state.id);
    expect(await db.$count(states)).toBe(2);
  });

  test("keeps the state of a first run that starts while it is saved", async () => {
    const id = await site.template({ name: "Servers" });
    const { task_params: _, launch: __, state_id: ___, ...body } = await look(id);
    let saving: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await createTask(tx, project.projectId, NewTaskInput.parse({ template_id: id }), { mayManage: true });
      saving = site.w.call(updateTemplate, "owner", { ...project, templateId: id }, { ...body, description: "Ours" });
      await until("the change waits for the start", async () => (await waitingForLocks(db)) > 0);
    });
    await saving;
    const { id: state_id } = await onlyState(db);
    expect(await look(id)).toMatchObject({ description: "Ours", state_id });
    const [saved] = await site.w.call(listEvents, "owner", project, {});
    expect(saved?.changes).toEqual({ description: { from: null, to: "Ours" } });
  });

  test("can share a state of its project and kind, and no other", async () => {
    const of = async (kind: "terraform" | "pulumi", stranger = false) => {
      const where = stranger ? { projectId: site.w.otherProjectId } : project;
      return (await site.w.call(createState, stranger ? "stranger" : "owner", where, { name: kind, kind })).id;
    };
    const state_id = await of("terraform");
    for (const app of ["terraform", "tofu"])
      expect((await look(await site.template({ app, state_id }))).state_id).toBe(state_id);
    const input = { name: "t", app: "terraform", repository_id: site.r.repositoryId };
    const make = (changes: object) => refusal(site.w.call(createTemplate, "owner", project, { ...input, ...changes }));
    expect(await make({ state_id: await of("pulumi") })).toMatchObject({
      status: 400,
      error: expect.stringContaining("application"),
    });
    expect(await make({ state_id: await of("terraform", true) })).toMatchObject({ status: 400 });
    expect(await make({ app: "bash", playbook: "x", state_id })).toMatchObject({ status: 400 });
    expect(await make({ stack: "prod" })).toMatchObject({ status: 400 });
    expect(await make({ app: "pulumi", stack: "a b" })).toMatchObject({ status: 400 });
    expect(await make({ app: "pulumi", init_arguments: '["-upgrade"]' })).toMatchObject({ status: 400 });
  });

  test("leaves its state unused when deleted; a state in use can't be deleted", async () => {
    const id = await site.template({ name: "Servers" });
    const { ref, state } = await site.run(id);
    await site.call("POST", state, "", terraformState());
    const remove = () => site.w.call(deleteState, "owner", { ...project, stateId: state.state_id });
    expect(await refusal(remove())).toMatchObject({
      status: 400,
      error: expect.stringContaining("Templates"),
    });
    await site.runner.finish(ref);
    await site.w.call(deleteTemplate, "owner", { ...project, templateId: id });
    expect(await site.w.call(listStates, "guest", project)).toMatchObject([{ name: "Servers", templates: [] }]);
    await remove();
    expect(await site.w.call(listStates, "guest", project)).toEqual([]);
  });

  test("passes init arguments and the stack to the runner", async () => {
    const id = await site.template({ init_arguments: '["-upgrade"]', arguments: '["-lock=false"]' });
    expect((await site.run(id)).job).toMatchObject({
      init_arguments: ["-upgrade"],
      template_arguments: ["-lock=false"],
    });
  });
});

describe("a run", () => {
  test("finds the state that was uploaded while its code still declared a backend", async () => {
    const id = await site.template();
    const moved = await site.run(id);
    await site.runner.progress(moved.ref, { state_backend: "declared" });
    await site.runner.finish(moved.ref);
    expect(await site.w.call(listStates, "owner", project)).toEqual([]);
    const { id: state_id } = await site.w.call(createState, "owner", project, { name: "Servers", kind: "terraform" });
    await change(id, { state_id });
    const untouched = await site.run(id);
    await site.runner.progress(untouched.ref, { state_backend: "declared" });
    const content = terraformState();
    await site.w.call(uploadState, "owner", { ...project, stateId: state_id }, { content, reason: "moved in" });
    await site.runner.finish(untouched.ref);
    const { state } = await site.run(id);
    expect(await site.call("GET", state)).toMatchObject({ status: 200, text: content });
  });

  test("uses the workspace of its inventory", async () => {
    const id = await site.template();
    const { inventory_id } = await look(id);
    await db
      .update(inventories)
      .set({ inventory: "prod" })
      .where(eq(inventories.id, inventory_id ?? 0));
    const { state } = await site.run(id);
    expect(state).toMatchObject({ workspace: "prod", path: `/api/state/${state.state_id}/prod`, lineage: null });
  });

  test("of Pulumi uses the template's stack, and always the same passphrase", async () => {
    const id = await site.template({ app: "pulumi", stack: "prod" });
    const first = await site.run(id);
    expect(first.state).toMatchObject({ kind: "pulumi", workspace: "prod" });
    expect(first.job.stack).toBe("prod");
    await site.runner.finish(first.ref);
    const second = await site.run(id);
    expect(second.state.passphrase).toMatch(/^[\w-]{43}$/);
    expect(second.state.passphrase).toBe(first.state.passphrase);
    await site.runner.finish(second.ref);
    const other = await site.run(await site.template({ app: "pulumi" }));
    expect(other.state).toMatchObject({ workspace: "dev" });
    expect(other.state.passphrase).not.toBe(first.state.passphrase);
  });

  test("waits for another with the same state and workspace, and for no other", async () => {
    const plan = await site.template();
    const { ref } = await site.run(plan);
    const { id: state_id } = await onlyState(db);
    const apply = await site.template({ state_id, allow_parallel_tasks: true });
    const waiting = await site.start(apply);
    expect((await site.runner.poll()).tasks).toEqual([]);
    expect(await site.look(waiting)).toMatchObject({ waiting_for: { code: "state_busy", held_by: [ref.task_id] } });
    const other = await site.run(await site.template());
    expect(other.state.state_id).not.toBe(state_id);
    await site.runner.finish(ref);
    expect((await site.runner.poll()).tasks).toMatchObject([{ task_id: waiting }]);
  });

  test("whose code declares a backend waits for no other", async () => {
    const id = await site.template({ allow_parallel_tasks: true });
    const { ref } = await site.run(id);
    const waiting = await site.start(id);
    expect((await site.runner.poll()).tasks).toEqual([]);
    const declare = () => site.runner.progress(ref, { state_backend: "declared" });
    expect(await heardDuring(declare)).toContainEqual({ type: "work", runner_id: null });
    expect(await look(id)).toMatchObject({ declares_backend: true });
    expect((await site.runner.poll()).tasks).toMatchObject([{ task_id: waiting }]);
    expect(await site.w.call(listStates, "owner", project)).toEqual([]);
    await site.runner.progress(ref, { state_backend: "product" });
    expect(await look(id)).toMatchObject({ declares_backend: false });
  });

  test("is not offered to a runner without support for states, and shows the reason", async () => {
    const id = await site.template({ runner_tag: "old" });
    const old = await HandRunner.start(db, { tools: { terraform: "1" }, capabilities: [], tags: ["old"] });
    const waiting = await site.start(id);
    expect((await old.poll()).tasks).toEqual([]);
    expect(await site.look(waiting)).toMatchObject({ waiting_for: { code: "no_capability", capability: "state" } });
  });
});

describe("a state reported by a runner", () => {
  const serial = (number: number) => terraformState((state) => Object.assign(state, { serial: number }));

  test("becomes the newest version during the attempt, and is offered if it doesn't follow", async () => {
    const { ref } = await site.run(await site.template());
    expect(await site.runner.keepState(ref, serial(1))).toEqual({ version: 1, offered: false });
    expect(await site.runner.keepState(ref, serial(1))).toEqual({ version: null, offered: false });
    expect(await site.runner.keepState(ref, serial(1).replace("i-1", "i-9"))).toEqual({ version: 2, offered: true });
  });

  test("is offered after an error of the tool, and after the end of the task", async () => {
    const { ref } = await site.run(await site.template());
    expect(await site.runner.keepState(ref, serial(4), true)).toEqual({ version: 1, offered: true });
    expect(await site.runner.keepState(ref, serial(4), true)).toEqual({ version: null, offered: true });
    await site.runner.finish(ref, "error", { exit_code: 1 });
    expect(await site.runner.keepState(ref, serial(5))).toEqual({ version: 2, offered: true });
    const { id: stateId } = await onlyState(db);
    const [workspace] = (await site.w.call(getState, "guest", { ...project, stateId })).workspaces;
    expect(workspace).toMatchObject({ newest: null, offered: 2 });
  });

  test("is offered until it is accepted; later, it is rolled back to", async () => {
    const { ref } = await site.run(await site.template());
    await site.runner.keepState(ref, serial(4), true);
    await site.runner.finish(ref, "error", { exit_code: 1 });
    const at = { ...project, stateId: (await onlyState(db)).id };
    const workspaces = async () => (await site.w.call(getState, "guest", at)).workspaces;
    const [late] = await site.w.call(listVersions, "guest", at, {});
    const restore = (reason: string) => site.w.call(rollbackState, "manager", at, { version_id: late?.id, reason });
    expect(late).toMatchObject({ offered: true, decided_at: null });
    expect(await workspaces()).toMatchObject([{ newest: null, offered: 1 }]);
    expect(await restore("in time")).toMatchObject({ number: 2, cause: "accepted", offered: false });
    expect(await workspaces()).toMatchObject([{ newest: 2, offered: 0 }]);
    expect((await site.w.call(listVersions, "guest", at, {})).at(-1)).toMatchObject({
      offered: true,
      decided_at: expect.any(String),
    });
    expect(await restore("again")).toMatchObject({ number: 3, cause: "rollback" });
    const [again, accepted] = await site.w.call(listEvents, "owner", project, {});
    expect([accepted?.description, again?.description]).toEqual([
      expect.stringContaining("accepted offered version 1"),
      expect.stringContaining("rolled back to version 1"),
    ]);
  });

  test("is rejected for another runner's task", async () => {
    const { ref } = await site.run(await site.template());
    const other = await HandRunner.start(db);
    expect(await refusal(other.keepState(ref, serial(1)))).toMatchObject({ status: 409 });
    expect(await site.versions()).toEqual([]);
  });
});
