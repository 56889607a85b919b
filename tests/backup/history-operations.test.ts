import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { database } from "@/db/client";
import { events } from "@/db/schema/events";
import { outbox } from "@/db/schema/outbox";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { importTask, readHistory } from "@/lib/backup/history/operations";
import { importProject } from "@/lib/backup/import/operations";
import { restoreProject } from "@/lib/backup/operations";
import type { HistoryInput } from "@/lib/backup/schema/history";
import { deleteInventory, listInventories } from "@/lib/inventory/operations";
import { enqueueAlerts } from "@/lib/notification/enqueue";
import { readLines } from "@/lib/task/log/read-log";
import { createTask, deleteTask, listTasks } from "@/lib/task/operations";
import { createTasks } from "@/lib/task/start/create";
import { listTemplates } from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { statuses, type World, world } from "../support/world";
import { fullFile } from "./files";

process.env.SIGNALBOX_SLACK_URL = "https://hooks.example.com/one";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
});
afterAll(() => database().close());

type Body = z.input<typeof HistoryInput>;

const chunk = (first_line: number, text: string) => ({
  first_line,
  time: "2024-01-01T00:00:00Z",
  text,
  offsets: text.split("\n").map(() => 0),
});

const DEPLOY = 1;
const BUILD = 2;
const INFRA = 3;
const HOSTS = 10;
let count = 0;

/** A project that was imported from a server, which numbers templates from 0, and what imports a task into it. */
async function imported() {
  const source = `https://old.example/project/${++count}`;
  const whole = fullFile();
  const file = {
    ...whole,
    templates: whole.templates.map((template, id) => ({ ...template, id })),
    inventories: whole.inventories.map((inventory, at) => ({ ...inventory, id: HOSTS + at })),
  };
  const { id: projectId } = await w.call(restoreProject, "admin", {}, { ...file, source });
  const params = { projectId };
  const take = (task: Partial<Body["task"]>, body: Partial<Omit<Body, "task">> = {}) => {
    const whole = {
      template_id: BUILD,
      status: "success",
      created: `2024-01-01T00:00:${10 + (task.id ?? 0)}Z`,
      ...task,
    };
    return w.call(importTask, "admin", params, { source, task: whole, chunks: [], complete: true, ...body });
  };
  const state = () => w.call(readHistory, "admin", params, { source });
  const list = async () => (await w.call(listTasks, "admin", params)).toReversed();
  const template = async (name: string) =>
    (await w.call(listTemplates, "admin", params)).find((each) => each.name === name)?.id;
  return { projectId, params, source, file, take, state, list, template };
}

describe("an imported task", () => {
  it("starts no deploy and queues no alert, and the next version counts from it", async () => {
    const { projectId, params, take, list, template } = await imported();
    const alerts = () => db.select().from(outbox).where(eq(outbox.project_id, projectId));
    const { id } = await take({ id: 1, version: "1.0.7" });
    expect([(await list()).length, await alerts()]).toEqual([1, []]);
    const [row] = await db
      .select()
      .from(tasks)
      .where(eq(tasks.id, id ?? 0));
    if (row) await enqueueAlerts(db, [{ ...row, status: "error" }]);
    expect(await alerts()).not.toEqual([]);
    const next = await w.call(createTask, "admin", params, { template_id: await template("Build") });
    expect(next.version).toBe("1.0.8");
  });

  it("deploys the build that was imported before it", async () => {
    const { take, list } = await imported();
    await take({ id: 1, version: "1.0.7" });
    await take({ id: 2, template_id: DEPLOY, build_task_id: 1 });
    await take({ id: 3, template_id: DEPLOY, build_task_id: 99 });
    const [build, deploy, lost] = await list();
    expect(deploy).toMatchObject({ build_task_id: build?.id, build_task: { version: "1.0.7" } });
    expect(lost?.build_task_id).toBeNull();
  });

  it("comes without the answers to secret questions", async () => {
    const { take, list } = await imported();
    await take({ id: 1, template_id: DEPLOY, environment: '{"size":"b","token":"hunter2"}' });
    expect((await list())[0]?.environment).toBe('{"size":"b"}');
  });

  it("is recorded with its source", async () => {
    const { take, source } = await imported();
    const { id } = await take({ id: 7 }, { chunks: [chunk(0, "one")], complete: false });
    await take({ id: 7 }, { chunks: [chunk(1, "two")] });
    const recorded = await db
      .select()
      .from(events)
      .where(eq(events.object_id, id ?? 0));
    expect(recorded.filter(({ object_type }) => object_type === "task")).toMatchObject([
      { description: `Task ID ${id} imported: task 7 of ${source}` },
    ]);
  });

  it("takes the beginning of a text that is too long, without half a character", async () => {
    const { take, list } = await imported();
    await take({ id: 1, message: `\0${"x".repeat(1998)}😀😀` });
    expect((await list())[0]?.message).toBe(`${"x".repeat(1998)}😀`);
  });

  it("takes whatever an old server may have stored", async () => {
    const { take, list } = await imported();
    const { id } = await take({
      id: 1,
      message: "a\0b\ud800",
      environment: '["no object"]',
      arguments: "--no-list",
      limit: "x".repeat(9_999),
      commit_hash: "not a hash",
      git_branch: "no branch ~^:",
      playbook: "../../etc/passwd",
      username: "\0",
      start: "0001-01-01T00:00:00Z",
      end: null,
      inventory_id: 2 ** 40,
    });
    expect(id).not.toBeNull();
    expect((await list())[0]).toMatchObject({ message: "ab", environment: "", start: null, arguments: null });
  });
});

describe("the log of an imported task", () => {
  it("is stored once, however often a piece is sent, and begins again at line 0", async () => {
    const { take, state } = await imported();
    const first = { chunks: [chunk(0, "one\ntwo")], complete: false };
    const { id } = await take({ id: 1 }, first);
    for (let times = 0; times < 2; times++) await take({ id: 1 }, { chunks: [chunk(2, "three")], complete: false });
    const text = async () => (await readLines(db, id ?? 0, 0, 100)).map(({ output }) => output).join(" ");
    expect(await text()).toBe("one two three");
    expect((await state()).newest).toEqual({ id: 1, created: "2024-01-01T00:00:11Z", complete: false });
    await take({ id: 1 }, { chunks: [chunk(0, "anew")], complete: false });
    await expect(take({ id: 1 }, { chunks: [chunk(5, "gap")] })).rejects.toMatchObject({ code: "conflict" });
    expect(await take({ id: 1 }, { chunks: [chunk(1, "end")] })).toEqual({ id, created: false, skipped: null });
    expect([await text(), (await state()).newest?.complete]).toEqual(["anew end", true]);
    expect(await take({ id: 1 }, first)).toMatchObject({ id: null, skipped: "known" });
  });

  it("is left alone when its task was deleted here", async () => {
    const { take, params } = await imported();
    const { id } = await take({ id: 1 }, { complete: false });
    await w.call(deleteTask, "admin", { ...params, taskId: id });
    expect(await take({ id: 1 }, { chunks: [chunk(0, "one")] })).toMatchObject({ skipped: null });
    expect(await readLines(db, id ?? 0, 0, 10)).toEqual([]);
  });
});

describe("ids grow with time", () => {
  it("so nothing is taken after a run of this project", async () => {
    const { take, params, state, template } = await imported();
    await take({ id: 1 });
    expect((await state()).local_runs).toBe(false);
    await w.call(createTask, "admin", params, { template_id: await template("Build") });
    expect((await state()).local_runs).toBe(true);
    expect(await take({ id: 2 })).toEqual({ id: null, created: false, skipped: "local_runs" });
  });

  it("so an older task is not taken after a newer one, nor one of a template that is not here", async () => {
    const { take } = await imported();
    await take({ id: 5 });
    expect((await take({ id: 4 })).skipped).toBe("older");
    expect((await take({ id: 5 })).skipped).toBe("known");
    expect((await take({ id: 6, template_id: 50 })).skipped).toBe("no_template");
  });

  it("whatever was deleted here since: a template leaves its tasks out, an inventory does not", async () => {
    const { params, take, template, list } = await imported();
    const [hosts] = await w.call(listInventories, "admin", params);
    await db.delete(templates).where(eq(templates.id, (await template("Infra")) ?? 0));
    expect((await take({ id: 1, template_id: INFRA })).skipped).toBe("no_template");
    await db.update(templates).set({ inventory_id: null }).where(eq(templates.project_id, params.projectId));
    await w.call(deleteInventory, "admin", { ...params, inventoryId: hosts?.id });
    expect((await take({ id: 2, inventory_id: HOSTS })).skipped).toBeNull();
    expect((await list())[0]?.inventory_id).toBeNull();
  });

  it("so one that comes while a task starts waits for it, and is not taken", async () => {
    const { projectId, take, template } = await imported();
    const template_id = (await template("Build")) ?? 0;
    let taken: ReturnType<typeof take> | undefined;
    await db.transaction(async (tx) => {
      await createTasks(tx, [{ projectId, input: { ...INPUT, template_id }, trigger: { mayManage: true } }]);
      taken = take({ id: 1 });
      expect(await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, 300, "waits"))])).toBe("waits");
    });
    expect((await taken)?.skipped).toBe("local_runs");
  });
});

const INPUT = {
  message: "",
  debug: false,
  dry_run: false,
  diff: false,
  playbook: "",
  environment: {},
  secret: {},
  limit: "",
  arguments: null,
  git_branch: "",
  commit_hash: "",
  build_task_id: null,
  inventory_id: null,
  environment_id: null,
  params: {},
  drift_check: false,
};

describe("history", () => {
  it("is the owners' to add, since it says who ran what", async () => {
    const { source } = await imported();
    const params = { projectId: w.projectId };
    const body = { source, task: { id: 1, template_id: 1, status: "success", created: "2024-01-01T00:00:00Z" } };
    const owners = {
      admin: 200,
      owner: 200,
      manager: 403,
      task_runner: 403,
      guest: 403,
      stranger: 404,
      anonymous: 401,
    };
    expect(await statuses((as) => w.call(readHistory, as, params, { source }))).toEqual(owners);
    const call = (as: Parameters<World["call"]>[1]) =>
      w.call(importTask, as, params, { ...body, chunks: [], complete: true });
    expect(await statuses(call)).toEqual(owners);
  });

  it("takes only tasks that are over", async () => {
    const { take } = await imported();
    await expect(take({ id: 1, status: "running" as "success" })).rejects.toMatchObject({ code: "invalid" });
    await expect(take({ id: 2 ** 60 })).rejects.toMatchObject({ code: "invalid" });
    await expect(take({ id: 1, created: "yesterday" })).rejects.toMatchObject({ code: "invalid" });
  });

  it("does not keep the project from being imported again", async () => {
    const { take, params, source, file } = await imported();
    await take({ id: 1 });
    const again = await w.call(importProject, "admin", params, { ...file, source });
    expect(again.lines).toEqual([]);
  });
});
