import { inArray, lt, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { tasks } from "@/db/schema/tasks";
import * as operations from "@/lib/task/operations";
import { freshDatabase, plansOf } from "../support/database";
import { insertTask, insertTemplateRow, type Resources, resources } from "../support/resources";
import { type World, world } from "../support/world";

const ROWS = 20_000;

const db = await freshDatabase();
let w: World;
let r: Resources;
let rare: number;

beforeAll(async () => {
  w = await world(db);
  r = await resources(db, w.projectId);
  rare = await insertTemplateRow(db, w.projectId, r, { name: "rare" });
  const frequent = await insertTemplateRow(db, w.projectId, r, { name: "frequent" });
  const first = await insertTask(db, w.projectId, frequent);
  await db.execute(sql`insert into tasks (project_id, template_id, status, snapshot)
    select project_id, case n % 100 when 0 then ${rare}::int else template_id end, case n % 2 when 0 then 'success' else 'error' end, snapshot
    from ${tasks}, generate_series(1, ${ROWS}) n where id = ${first}`);
  await db.execute(sql`analyze tasks`);
});

const LISTS = {
  "the project's": [operations.listTasks, "tasks_listed"],
  "the project's last": [operations.listLastTasks, "tasks_listed"],
  "a template's": [operations.listTemplateTasks, "tasks_template"],
  "a template's last": [operations.listLastTemplateTasks, "tasks_template"],
} as const;

test.each(Object.entries(LISTS))("%s tasks: pages follow each other, straight from an index", async (_name, entry) => {
  const [list, index] = entry;
  const ask = (input: object) => w.call(list, "guest", { projectId: w.projectId, templateId: rare }, input);
  const first = await ask({ limit: "20" });
  const second = await ask({ limit: "20", before: String(first.at(-1)?.id) });
  const ids = [...first, ...second].map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one));
  expect(ids).toHaveLength(40);
  expect((await ask({ limit: "5", status: "error" })).every(({ status }) => status === "error")).toBe(true);

  const [, plan] = await plansOf(db, () => ask({ limit: "20", before: "15000" }));
  expect(plan).toMatch(new RegExp(`Index (?:Only )?Scan Backward using ${index}`));
  expect(plan).not.toContain("Seq Scan on tasks");
});

const ask = (input: object) => w.call(operations.listTasks, "guest", { projectId: w.projectId }, input);
const idsOf = async (input: object) => (await ask(input)).map(({ id }) => id);

test("a page after a task is the next newer one, newest first", async () => {
  const [newest = 0] = await idsOf({ limit: "1" });
  const page = await idsOf({ limit: "3", before: String(newest - 10) });
  expect(await idsOf({ limit: "3", after: String(page.at(-1)) })).toEqual(
    [page[0], page[1], (page[0] ?? 0) + 1].toSorted((a = 0, b = 0) => b - a),
  );
  const [, plan] = await plansOf(db, () => ask({ limit: "20", after: "100" }));
  expect(plan).toMatch(/Index Only Scan using tasks_listed on tasks page/);
  expect(plan).not.toContain("Seq Scan on tasks");
});

test("the words of a search are in number, template, message, user or version; % and _ stand for themselves", async () => {
  const id = await insertTask(db, w.projectId, rare, {
    message: "100 % of web_1",
    version: "4.7.11",
    user_id: w.userIds.owner,
    created: "2026-01-02T03:04:05Z",
  });
  for (const search of [`#${id}`, "RARE 4.7.11", "100 %", "web_1", "owner web_1", `rare #${id}`])
    expect(await idsOf({ search }), search).toContain(id);
  for (const search of ["web%1", "webx1", "frequent 4.7.11", "100 % nothing"])
    expect(await idsOf({ search, version: "4.7.11" }), search).toEqual([]);
});

test("filters by template, person, trigger, time and version", async () => {
  const [newest] = await idsOf({ version: "4.7.11" });
  const found = { template_id: String(rare), user_id: String(w.userIds.owner), trigger: "user", version: "4.7.11" };
  expect(await idsOf({ ...found, since: "2026-01-02T00:00:00Z", until: "2026-01-03T00:00:00Z" })).toEqual([newest]);
  expect(await idsOf({ ...found, since: "2026-01-03T00:00:00Z" })).toEqual([]);
  expect(await idsOf({ ...found, trigger: "schedule" })).toEqual([]);
  expect(await idsOf({ ...found, user_id: String(w.userIds.guest) })).toEqual([]);
});

describe("a filter leads further back than a search looks:", () => {
  const DAYS = { since: "2025-03-01T00:00:00Z", until: "2025-03-02T00:00:00Z" };
  let old: number[];

  beforeAll(async () => {
    const oldest = await db.select({ id: tasks.id }).from(tasks).orderBy(tasks.id).limit(200);
    old = oldest.map(({ id }) => id).filter((id) => id % 2 === 0);
    await db
      .update(tasks)
      .set({ created: "2025-01-01T00:00:00Z" })
      .where(lt(tasks.id, old[0] ?? 0));
    await db
      .update(tasks)
      .set({ created: "2025-03-01T12:00:00Z", user_id: w.userIds.owner, schedule_id: 1 })
      .where(inArray(tasks.id, old));
    // The clock was ahead for half of the tasks in between.
    const between = sql`id > ${old[0]} and id < ${old.at(-1)} and id % 2 = 1`;
    await db.update(tasks).set({ created: "2025-03-05T00:00:00Z" }).where(between);
    await db.execute(sql`analyze tasks`);
  });

  const backwards = () => old.toReversed();

  test.each<Record<string, string>>([
    {},
    { trigger: "schedule" },
    { children: "true" },
    { status: "success", trigger: "user" },
  ])("a period with %o, whatever the clock said before", async (filter) => {
    const { status } = filter;
    const all = await db.select({ id: tasks.id, status: tasks.status }).from(tasks).where(inArray(tasks.id, old));
    const wanted = all.filter((task) => status === undefined || task.status === status).map(({ id }) => id);
    expect(await idsOf({ ...DAYS, ...filter })).toEqual(wanted.toSorted((one, other) => other - one));
    expect(await idsOf({ since: DAYS.until, until: "2025-03-04T00:00:00Z", ...filter })).toEqual([]);
  });

  test("a period's pages follow each other in both directions", async () => {
    const [first, second] = [backwards().slice(0, 10), backwards().slice(10, 20)];
    expect(await idsOf({ ...DAYS, limit: "10" })).toEqual(first);
    expect(await idsOf({ ...DAYS, limit: "10", before: String(first.at(-1)) })).toEqual(second);
    expect(await idsOf({ ...DAYS, limit: "10", after: String(second[0]) })).toEqual(first);
    const [latest = 0] = await idsOf({ limit: "1" });
    expect(await idsOf({ since: new Date(Date.now() - 3_600_000).toISOString(), limit: "1", after: "1" })).toHaveLength(
      1,
    );
    expect(await idsOf({ ...DAYS, limit: "1", after: String(latest) })).toEqual([]);
  });

  test("a trigger, from an index", async () => {
    expect(await idsOf({ trigger: "schedule" })).toEqual(backwards());
    const [, plan] = await plansOf(db, () => ask({ limit: "20", trigger: "schedule" }));
    expect(plan).toContain("using tasks_by_schedule");
  });

  test("a person, from an index", async () => {
    expect((await idsOf({ user_id: String(w.userIds.owner) })).slice(-old.length)).toEqual(backwards());
    const [, plan] = await plansOf(db, () => ask({ limit: "20", user_id: String(w.userIds.owner), ...DAYS }));
    expect(plan).toContain("using tasks_person");
    expect(plan).toContain("using tasks_created");
    expect(plan).not.toContain("Seq Scan on tasks");
  });
});
