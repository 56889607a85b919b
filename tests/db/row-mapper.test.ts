import { asc, eq, isNotNull, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { columnsNamed, packedIf } from "@/db/packed";
import { decodingOnce } from "@/db/row-mapper";
import { projects } from "@/db/schema/projects";
import { templates } from "@/db/schema/templates";
import { freshDatabase } from "../support/database";
import { taskSite } from "../support/task-site";

const db = await freshDatabase();

beforeAll(async () => {
  const site = await taskSite(db);
  await site.template();
  await site.template();
});

/** Columns of each kind: of the table, of a joined one, SQL with and without a name, of a subquery, and missing ones. */
function selectAll() {
  const first = db
    .select({ id: templates.id, twice: sql<number>`${templates.id} * 2`.mapWith(Number).as("twice") })
    .from(templates)
    .orderBy(asc(templates.id))
    .limit(1)
    .as("first");
  return db
    .select({
      name: templates.name,
      launch: templates.launch,
      created: projects.created,
      length: sql`length(${templates.name})`.mapWith(String),
      missing: sql<null>`null`,
      ofFirst: first.id,
      twice: first.twice,
      packed: packedIf(isNotNull(first.id), columnsNamed(templates, ["id", "labels"])),
    })
    .from(templates)
    .innerJoin(projects, eq(projects.id, templates.project_id))
    .leftJoin(first, eq(first.id, templates.id))
    .orderBy(asc(templates.id));
}

test("rows that are decoded by decoders found once are those of Drizzle", async () => {
  const expected = await selectAll();
  expect(expected.length).toBeGreaterThan(1);
  expect(expected.map(({ ofFirst }) => ofFirst === null)).toEqual([false, true]);
  const statement = selectAll().prepare("all");
  expect(await decodingOnce(statement).execute()).toEqual(expected);
});

test("tables as fields are read as by Drizzle, also where one has no row", async () => {
  const select = () =>
    db
      .select()
      .from(templates)
      .leftJoin(projects, sql`${projects.id} = ${templates.project_id} and ${templates.id} = 1`)
      .orderBy(asc(templates.id));
  const expected = await select();
  expect(expected.map(({ projects: joined }) => joined === null)).toContain(true);
  expect(await decodingOnce(select().prepare("tables")).execute()).toEqual(expected);
});
