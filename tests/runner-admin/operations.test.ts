import { desc, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { events } from "@/db/schema/events";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { execute } from "@/lib/operation/execute";
import {
  createRunner,
  deleteRunner,
  drainRunner,
  getRunner,
  listRunners,
  resumeRunner,
  switchRunner,
  updateRunner,
} from "@/lib/runner/operations";
import { saveRunner } from "@/lib/runner/routes";
import { reap } from "@/lib/task/queue/reap";
import { hello } from "@/lib/task/runner-operations";
import { heardDuring } from "../support/announcements";
import { freshDatabase, statementsOf } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { send } from "../support/http";
import { insertTask, insertTemplateRow, type Resources, resources } from "../support/resources";
import { tablesWith } from "../support/tables";
import { newProject, refusal, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let ours: Resources;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
});

const input = {
  name: "builder",
  webhook: "https://example.com/hook",
  max_parallel_tasks: 3,
  active: true,
  tags: ["linux", "dmz"],
};
const create = (changes: object = {}) => w.call(createRunner, "admin", {}, { ...input, ...changes });
const get = (runnerId: number) => w.call(getRunner, "admin", { runnerId });
const lastEvent = async () => (await db.select().from(events).orderBy(desc(events.id)).limit(1))[0];
const helloWith = (token: string) => {
  const body = {
    protocol: 1,
    instance_id: "12345678",
    version: "1",
    hostname: "here",
    tools: { bash: "5.2" },
    local_folders: ["/srv/code"],
    attempts: [],
  };
  const caller = { credentials: { kind: "runner" as const, token }, ip: "", userAgent: "" };
  return execute(hello, caller, {}, body, db);
};

describe("a runner", () => {
  it("is created with exactly these fields; its token is shown once and stored as a hash", async () => {
    const { token, warnings: _, ...created } = await create();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(created).toEqual({
      id: created.id,
      project_id: null,
      ...input,
      draining: false,
      tag: "linux",
      tagged_only: true,
      project_ids: null,
      version: "",
      hostname: "",
      tools: {},
      local_folders: null,
      created: expect.stringMatching(/Z$/),
      last_seen: null,
      connected: false,
      running: 0,
      local: false,
      legacy: false,
      cleaning_requested: null,
    });
    expect(await get(created.id)).toEqual(created);
    expect(await w.call(listRunners, "admin", {})).toContainEqual(created);
    expect(await tablesWith(db, token)).toEqual([]);
    expect(await lastEvent()).toMatchObject({
      object_type: "runner",
      object_id: created.id,
      object_name: "builder",
      description: "Runner builder created",
    });
    await helloWith(token);
    expect(await get(created.id)).toMatchObject({
      connected: true,
      hostname: "here",
      version: "1",
      tools: { bash: "5.2" },
      local_folders: ["/srv/code"],
    });
  });

  it("counts as connected for a minute, and shows its number of running tasks", async () => {
    const { id } = await create();
    const seen = (seconds: number) =>
      db
        .update(runners)
        .set({ last_seen: sql`now() - make_interval(secs => ${seconds})` })
        .where(eq(runners.id, id));
    await seen(55);
    expect(await get(id)).toMatchObject({ connected: true });
    await seen(65);
    expect(await get(id)).toMatchObject({ connected: false });
    const templateId = await insertTemplateRow(db, w.projectId, ours);
    for (const holds_slot of [true, true, false])
      await insertTask(db, w.projectId, templateId, { status: "running", runner_id: id, holds_slot });
    expect(await get(id)).toMatchObject({ running: 2 });
    await db.delete(tasks);
  });

  it("is replaced and switched on or off, which its poll receives", async () => {
    const { id, token: _, warnings: __, ...created } = await create();
    const work = [{ type: "runner" }, { type: "work", runner_id: id }];
    const changed = {
      name: "b2",
      webhook: "",
      max_parallel_tasks: 0,
      active: true,
      tags: [],
      tag: "",
      tagged_only: false,
    };
    expect(await heardDuring(() => w.call(updateRunner, "admin", { runnerId: id }, { id, ...changed }))).toEqual(work);
    expect(await get(id)).toEqual({ ...created, id, ...changed });
    expect(await lastEvent()).toMatchObject({ description: "Runner b2 updated" });
    const turn = (body: object) => w.call(switchRunner, "admin", { runnerId: id }, body);
    expect(await heardDuring(() => turn({ active: false }))).toEqual(work);
    expect(await get(id)).toEqual({ ...created, id, ...changed, active: false });
    expect(await lastEvent()).toMatchObject({ description: "Runner b2 switched off" });
    await turn({ active: true });
    await turn({});
    expect(await get(id)).toMatchObject({ active: false });
  });

  it("keeps omitted fields, so that older clients don't widen its scope", async () => {
    const { id } = await create({ tags: ["dmz", "gpu"], project_ids: [w.projectId] });
    const ours = { tags: ["dmz", "gpu"], tag: "dmz", tagged_only: true, project_ids: [w.projectId] };
    const { tags: _, ...known } = input;
    const save = (further: object) => w.call(updateRunner, "admin", { runnerId: id }, { ...known, ...further });
    await save({});
    expect(await get(id)).toMatchObject(ours);
    await save({ tag: "dmz" });
    expect(await get(id)).toMatchObject(ours);
    await save({ tag: "lab" });
    expect(await get(id)).toMatchObject({ ...ours, tags: ["lab"], tag: "lab" });
    await save({ tags: ["lab", "gpu"] });
    await save({ tags: ["lab", "gpu"], tag: "dmz" });
    expect(await get(id)).toMatchObject({ tags: ["dmz", "gpu"], tag: "dmz" });
    await save({ tags: ["lab"], tag: "dmz" });
    await save({ tagged_only: false, project_ids: null });
    expect(await get(id)).toMatchObject({ tags: ["lab"], tagged_only: false, project_ids: null });
    expect((await lastEvent())?.changes).toEqual({
      tagged_only: { from: true, to: false },
      project_ids: { from: [w.projectId], to: null },
    });
  });

  it("created without tags, as by an older client, takes any work of all projects", async () => {
    const { tags: _, ...known } = input;
    expect(await create({ ...known, tags: undefined })).toMatchObject({
      tags: [],
      tagged_only: false,
      project_ids: null,
    });
    expect(await create({ tags: undefined, tag: " lab " })).toMatchObject({ tags: ["lab"], tagged_only: true });
    expect(await create({ tags: ["lab", " lab "], tagged_only: false })).toMatchObject({
      tags: ["lab"],
      tagged_only: false,
    });
  });

  it("loses its last tag to a client that does not know `tagged_only`, and then takes any work", async () => {
    for (const sent of [{ tags: [] }, { tag: "", tags: undefined }]) {
      const { id } = await create({ tags: ["lab"] });
      await w.call(updateRunner, "admin", { runnerId: id }, { ...input, ...sent });
      expect(await get(id)).toMatchObject({ tags: [], tagged_only: false });
    }
    const { id } = await create({ tags: ["lab"] });
    const both = w.call(updateRunner, "admin", { runnerId: id }, { ...input, tags: [], tagged_only: true });
    expect(await refusal(both)).toMatchObject({ status: 400 });
    expect(await get(id)).toMatchObject({ tags: ["lab"], tagged_only: true });
  });

  it("without a name is named after its id, and keeps its name from a client that does not send it", async () => {
    const { id, name } = await create({ name: undefined });
    expect(name).toBe(`Runner ${id}`);
    expect(await lastEvent()).toMatchObject({ object_name: name, description: `Runner ${name} created` });
    await w.call(updateRunner, "admin", { runnerId: id }, { ...input, name: " " });
    expect(await get(id)).toMatchObject({ name });
    expect(await lastEvent()).toMatchObject({ object_name: name, description: `Runner ${name} updated` });
  });

  it("is saved with a warning if it serves no project", async () => {
    const { id, warnings } = await create({ project_ids: [] });
    expect(warnings).toEqual(["serves_no_project"]);
    const save = async (project_ids: number[] | null) => {
      const sent = { as: "admin", params: { runnerId: id }, body: { ...input, project_ids } } as const;
      const { status, headers } = await send(w, saveRunner, { ...sent, method: "PUT" });
      return { status, warnings: headers.get("x-signalbox-warnings") };
    };
    expect(await save([])).toEqual({ status: 204, warnings: "serves_no_project" });
    expect(await save([w.projectId])).toEqual({ status: 204, warnings: null });
    expect(await save(null)).toEqual({ status: 204, warnings: null });
    expect((await create({ project_ids: [w.projectId] })).warnings).toEqual([]);
  });

  it("serves no project after its only project was deleted", async () => {
    const project = await newProject(db, "short-lived", w.userIds.owner);
    const { id } = await create({ project_ids: [project] });
    await db.delete(projects).where(eq(projects.id, project));
    expect(await get(id)).toMatchObject({ project_ids: [] });
  });

  it("can be drained and resumed, with an event for each", async () => {
    const { id } = await create();
    const work = [{ type: "runner" }, { type: "work", runner_id: id }];
    expect(await heardDuring(() => w.call(drainRunner, "admin", { runnerId: id }))).toEqual(work);
    expect(await get(id)).toMatchObject({ draining: true, active: true });
    expect(await lastEvent()).toMatchObject({ object_type: "runner", description: "Runner builder draining" });
    expect(await heardDuring(() => w.call(resumeRunner, "admin", { runnerId: id }))).toEqual(work);
    expect(await get(id)).toMatchObject({ draining: false });
    expect(await lastEvent()).toMatchObject({ description: "Runner builder resumed" });
  });

  it.each([
    [{ name: "x".repeat(201) }, "name: At most 200 characters"],
    [{ max_parallel_tasks: -1 }, "max_parallel_tasks: Must be 0 or greater"],
    [{ max_parallel_tasks: 100_001 }, "max_parallel_tasks: At most 100000"],
    [{ max_parallel_tasks: "1" }, "max_parallel_tasks: Must be an integer"],
    [{ webhook: "file:///etc/passwd" }, "webhook: Incorrect URL"],
    [{ webhook: "example.com" }, "webhook: Incorrect URL"],
    [{ tag: "a\0" }, expect.stringContaining("tag: Must not contain a NUL character")],
    [{ tags: [""] }, "tags[0]: Name is required"],
    [{ tags: ["x".repeat(201)] }, "tags[0]: At most 200 characters"],
    [{ tags: [], tagged_only: true }, "tagged_only: Add at least one tag, or turn off “Tagged tasks only”"],
    [{ project_ids: [1_000_000] }, "project_ids: Project not found"],
    [{ active: "on" }, "active: Expected boolean"],
  ])("is rejected with %o", async (changes, error) => {
    expect(await refusal(create(changes))).toEqual({ status: 400, error });
  });

  it("that doesn't exist is reported with a message", async () => {
    const unknown = { status: 404, error: "Runner not found" };
    const params = { runnerId: 999_999 };
    expect(await refusal(w.call(getRunner, "admin", params))).toEqual(unknown);
    expect(await refusal(w.call(updateRunner, "admin", params, input))).toEqual(unknown);
    expect(await refusal(w.call(switchRunner, "admin", params, { active: true }))).toEqual(unknown);
    expect(await refusal(w.call(drainRunner, "admin", params))).toEqual(unknown);
    expect(await refusal(w.call(resumeRunner, "admin", params))).toEqual(unknown);
    expect(await refusal(w.call(deleteRunner, "admin", params))).toEqual(unknown);
  });

  it("requires an administrator", async () => {
    const ADMINS = {
      anonymous: 401,
      admin: 200,
      owner: 403,
      manager: 403,
      task_runner: 403,
      guest: 403,
      stranger: 403,
    };
    const { id: runnerId } = await create();
    expect(await statuses((as) => w.call(listRunners, as, {}))).toEqual(ADMINS);
    expect(await statuses((as) => w.call(createRunner, as, {}, input))).toEqual(ADMINS);
    expect(await statuses((as) => w.call(getRunner, as, { runnerId }))).toEqual(ADMINS);
    expect(await statuses((as) => w.call(updateRunner, as, { runnerId }, input))).toEqual(ADMINS);
    expect(await statuses((as) => w.call(switchRunner, as, { runnerId }, { active: true }))).toEqual(ADMINS);
    expect(await statuses((as) => w.call(drainRunner, as, { runnerId }))).toEqual(ADMINS);
    expect(await statuses((as) => w.call(resumeRunner, as, { runnerId }))).toEqual(ADMINS);
    expect(await statuses((as) => w.call(deleteRunner, as, { runnerId }))).toEqual(ADMINS);
  });

  it("can't call users' operations, nor can a user call a runner's", async () => {
    const { token } = await create();
    const as = (credentials: Parameters<typeof execute>[1]["credentials"]) => ({ credentials, ip: "", userAgent: "" });
    const list = execute(listRunners, as({ kind: "runner", token }), {}, {}, db);
    expect(await refusal(list)).toEqual({ status: 401, error: null });
    expect(await refusal(execute(listRunners, as({ kind: "token", token }), {}, {}, db))).toMatchObject({
      status: 401,
    });
    const body = { protocol: 1, instance_id: "12345678", version: "1", hostname: "h", tools: {}, attempts: [] };
    expect(await refusal(w.call(hello, "admin", {}, body))).toMatchObject({ status: 401 });
  });
});

describe("the list of runners", () => {
  it("takes one statement", async () => {
    expect(await statementsOf(db, () => w.call(listRunners, "admin", {}))).toHaveLength(2);
  });
});

describe("deleting a runner", () => {
  it("revokes its token and ends its tasks as lost", async () => {
    await db.delete(runners);
    const hand = await HandRunner.start(db);
    const templateId = await insertTemplateRow(db, w.projectId, ours);
    const taskId = await insertTask(db, w.projectId, templateId, { status: "waiting" });
    const { tasks: offered } = await hand.poll();
    expect(offered).toEqual([{ task_id: taskId, attempt: 1 }]);
    await db.update(tasks).set({ status: "running", start: sql`now()` }).where(eq(tasks.id, taskId));
    await db.execute(sql`update task_attempts set begun_at = now()`);
    await w.call(deleteRunner, "admin", { runnerId: hand.id });
    expect(await lastEvent()).toMatchObject({ description: "Runner by hand deleted" });
    expect(await refusal(hand.poll())).toMatchObject({ status: 401 });
    await reap(db);
    const [task] = await db.select().from(tasks).where(eq(tasks.id, taskId));
    expect(task).toMatchObject({ status: "error", reason: "runner_lost", runner_id: null });
  });
});
