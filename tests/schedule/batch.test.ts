import { asc, eq, inArray, not, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { scheduleFires, schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { fireDue } from "@/lib/schedule/fire";
import { sealTask } from "@/lib/schedule/task-params";
import { open } from "@/lib/secret/seal";
import { countSent, countStatements, freshDatabase } from "../support/database";
import { insertTemplateRow, type Resources, resources } from "../support/resources";
import { type World, world } from "../support/world";
import { threePools } from "./pools";

const db = await freshDatabase();
const nodes = threePools();
let w: World;
let ours: Resources;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
});
beforeEach(async () => {
  await db.delete(schedules);
  await db.delete(tasks);
});

const NOON = "2026-05-01T12:00:00Z";
const noon = (seconds = 0) => new Date(Date.parse(NOON) + seconds * 1000);
const MANY = 100;

const template = (values = {}) => insertTemplateRow(db, w.projectId, ours, values);

type Values = Partial<typeof schedules.$inferInsert>;

/** Schedules of every ten minutes, due at noon. */
async function due(template_id: number, count: number, values: Values = {}): Promise<number[]> {
  const row = { project_id: w.projectId, template_id, cron_format: "*/10 * * * *", timezone: "UTC", ...values };
  const rows = Array.from({ length: count }, (_, n) => ({ next_run_at: NOON, ...row, name: `schedule ${n}` }));
  return (await db.insert(schedules).values(rows).returning({ id: schedules.id })).map(({ id }) => id);
}

const tasksOf = (scheduleIds: number[]) =>
  db.select().from(tasks).where(inArray(tasks.schedule_id, scheduleIds)).orderBy(asc(tasks.id));
const firesOf = (scheduleIds: number[]) =>
  db.select().from(scheduleFires).where(inArray(scheduleFires.schedule_id, scheduleIds));

test("a round in which nothing is due takes one statement", async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  await due(await template(), 2, { next_run_at: tomorrow });
  expect(await countSent(db, () => fireDue(db))).toMatchObject({ statements: 1, transactions: 0 });
});

describe("many schedules due at once", () => {
  test("take barely more statements than one, and don't mix up their values", async () => {
    const ids: number[] = [];
    for (let n = 0; n <= MANY; n++)
      ids.push(...(await due(await template({ name: `T${n}` }), 1, { task_params: { message: `run ${n}` } })));
    const isFirst = eq(schedules.id, ids[0] ?? 0);
    await db.update(schedules).set({ active: false }).where(not(isFirst));
    const forOne = await countStatements(db, () => fireDue(db, noon()));
    await db.update(schedules).set({ active: true });
    const forMany = await countStatements(db, () => fireDue(db, noon()));
    // Tasks are inserted in batches of twenty.
    expect(forMany).toBeLessThanOrEqual(forOne + MANY / 20);
    const started = await tasksOf(ids);
    expect(started).toHaveLength(1 + MANY);
    const planned = await db.select().from(schedules);
    const fires = await firesOf(ids);
    for (const task of started) {
      const schedule = planned.find(({ id }) => id === task.schedule_id);
      expect(task).toMatchObject({ template_id: schedule?.template_id, message: schedule?.task_params.message });
      expect(schedule).toMatchObject({ active: true, next_run_at: "2026-05-01T12:10:00Z" });
      expect(fires.filter(({ task_id }) => task_id === task.id)).toMatchObject([
        { schedule_id: schedule?.id, due_at: NOON, outcome: "started" },
      ]);
      const [counted] = await db.select().from(templates).where(eq(templates.id, task.template_id));
      expect(counted).toMatchObject({ tasks: 1, last_task_id: task.id });
    }
  });

  test("of a build template get one version each, in the order of their tasks", async () => {
    const build = await template({ type: "build", start_version: "1.0.0" });
    const ids = await due(build, 30);
    await fireDue(db, noon());
    const versions = (await tasksOf(ids)).map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: 30 }, (_, n) => `1.0.${n}`));
    await fireDue(db, noon(600));
    expect((await tasksOf(ids)).at(-1)?.version).toBe("1.0.59");
    const [counted] = await db.select().from(templates).where(eq(templates.id, build));
    expect(counted?.tasks).toBe(60);
  });

  test("encrypt secret answers for their own tasks", async () => {
    const ids = await due(await template(), 3);
    for (const [n, id] of ids.entries())
      await db
        .update(schedules)
        .set({ task_secret: sealTask(id, { token: `hidden ${n}` }) })
        .where(eq(schedules.id, id));
    await fireDue(db, noon());
    for (const [n, task] of (await tasksOf(ids)).entries()) {
      const place = ids.indexOf(task.schedule_id ?? 0);
      expect(place).toBe(n);
      if (!task.secret) throw new Error("no secret");
      expect(JSON.parse(open(task.secret, `tasks/${task.id}/secret`))).toEqual({ token: `hidden ${n}` });
    }
  });

  test("use nothing of another project", async () => {
    const theirs = await resources(db, w.otherProjectId);
    const [id = 0] = await due(await template(), 1, { task_params: { inventory_id: theirs.inventoryId } });
    // In the same batch another schedule uses it correctly.
    const foreign = await insertTemplateRow(db, w.otherProjectId, theirs, { inventory_id: theirs.inventoryId });
    const [rightly = 0] = await due(foreign, 1, { project_id: w.otherProjectId });
    await fireDue(db, noon());
    expect(await tasksOf([id])).toEqual([]);
    expect(await firesOf([id])).toMatchObject([{ outcome: "failed", reason: "refused" }]);
    expect(await tasksOf([rightly])).toHaveLength(1);
  });
});

describe("overlap: skip", () => {
  test("of several schedules on one template exactly one starts, and the others name its task", async () => {
    const ids = await due(await template(), 20, { overlap: "skip" });
    await fireDue(db, noon());
    const [task, ...more] = await tasksOf(ids);
    expect(more).toEqual([]);
    const skipped = (await firesOf(ids)).filter(({ outcome }) => outcome === "skipped");
    expect(skipped).toHaveLength(19);
    expect(new Set(skipped.map(({ detail }) => detail))).toEqual(new Set([`#${task?.id}`]));
  });

  test("also across several nodes", async () => {
    const skipping = await template();
    for (let round = 0; round < 5; round++) {
      await db.delete(tasks);
      const ids = await due(skipping, 3 * MANY, { overlap: "skip" });
      await Promise.all(nodes.map((node) => fireDue(node, noon())));
      expect(await tasksOf(ids)).toHaveLength(1);
      expect(await firesOf(ids)).toHaveLength(3 * MANY);
    }
  });

  test("one that can't start doesn't block the others", async () => {
    const skipping = await template();
    const [bad = 0] = await due(skipping, 1, { overlap: "skip", task_params: { playbook: "../up" } });
    const good = await due(skipping, 1, { overlap: "skip" });
    await fireDue(db, noon());
    expect(await firesOf([bad])).toMatchObject([{ outcome: "failed", reason: "refused" }]);
    expect(await tasksOf(good)).toHaveLength(1);
  });
});

describe("a schedule that the database rejects", () => {
  const REFUSED = "the database refuses this";

  /** From now on, inserting tasks with this message fails with a Postgres code. */
  const refuse = (code: string) =>
    db.execute(
      sql.raw(`
        create or replace function refuse() returns trigger language plpgsql as $$ begin
          if new.message = '${REFUSED}' then raise exception 'refused' using errcode = '${code}'; end if;
          return new;
        end $$;
        create or replace trigger refuse before insert on tasks for each row execute function refuse()`),
    );
  const accept = () => db.execute(sql`drop trigger if exists refuse on tasks`);
  afterAll(accept);

  async function manyWithOne() {
    const ids = await due(await template(), MANY);
    const bad = ids[MANY / 2] ?? 0;
    await db
      .update(schedules)
      .set({ task_params: { message: REFUSED } })
      .where(eq(schedules.id, bad));
    return { ids, bad, good: ids.filter((id) => id !== bad) };
  }

  test("fails alone, and the others of its batch start", async () => {
    await refuse("P0001");
    const { ids, bad, good } = await manyWithOne();
    expect(await fireDue(db, noon())).toBe(MANY);
    expect(await tasksOf(ids)).toHaveLength(good.length);
    expect(await firesOf([bad])).toMatchObject([{ outcome: "failed", reason: "broken", task_id: null }]);
    expect(await fireDue(db, noon(1))).toBe(0);
  });

  test("temporarily stays due for the next round", async () => {
    await refuse("40001");
    const { ids, bad, good } = await manyWithOne();
    await fireDue(db, noon());
    expect(await tasksOf(ids)).toHaveLength(good.length);
    expect(await firesOf([bad])).toEqual([]);
    await accept();
    expect(await fireDue(db, noon(1))).toBe(1);
    expect(await tasksOf([bad])).toHaveLength(1);
  });
});

test("schedules of a locked template wait for the next round, and make no others wait for long", async () => {
  const [locked, free] = [await template(), await template()];
  const held = await due(locked, 6);
  const others = await due(free, 3);
  await db.transaction(async (tx) => {
    await tx.select().from(templates).where(eq(templates.id, locked)).for("update");
    const began = performance.now();
    await fireDue(db, noon());
    // For the batch, and once more for the template.
    expect(performance.now() - began).toBeLessThan(3000);
    expect(await tasksOf(others)).toHaveLength(3);
    expect(await firesOf(held)).toEqual([]);
  });
  expect(await fireDue(db, noon(1))).toBe(6);
  expect(await tasksOf(held)).toHaveLength(6);
});

test("a batch whose connection breaks halfway leaves nothing behind, and each schedule starts once", async () => {
  const [node, , other] = nodes;
  const busy = await template();
  const ids = await due(busy, MANY);
  const wasCut = await db.transaction(async (tx) => {
    await tx.select().from(templates).where(eq(templates.id, busy)).for("update");
    const firing = node && fireDue(node, noon()).catch(() => 0);
    await expect.poll(async () => waitingFor(tx), { timeout: 30_000 }).not.toEqual([]);
    for (const { pid } of await waitingFor(tx)) await tx.execute(sql`select pg_terminate_backend(${pid}::int)`);
    await expect.poll(async () => (await firesOf(ids)).length).toBe(0);
    return { firing };
  });
  await Promise.all([wasCut.firing, other && fireDue(other, noon(1))]);
  await fireDue(db, noon(2));
  const started = await tasksOf(ids);
  expect(started).toHaveLength(MANY);
  expect(new Set(started.map(({ schedule_id }) => schedule_id)).size).toBe(MANY);
  expect(await firesOf(ids)).toHaveLength(MANY);
});

/** Connections waiting for a lock of this transaction. */
const waitingFor = (tx: Pick<Database, "execute">) =>
  tx.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`,
  );
