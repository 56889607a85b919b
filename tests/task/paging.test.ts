import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
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
  "the project's": [operations.listTasks, "tasks_project"],
  "the project's last": [operations.listLastTasks, "tasks_project"],
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
  expect(plan).toMatch(new RegExp(`${index}|tasks_pkey`));
  expect(plan).not.toMatch(/Seq Scan on tasks|Sort/);
});
