import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { connect } from "@/db/connect";
import { migrate } from "@/db/migrate";
import { ROOT } from "../structure/sources";
import { freshDatabase } from "../support/database";
import { GROWING } from "../support/growing";

const db = await freshDatabase();
const url = process.env.DATABASE_URL ?? "";

type Journal = { entries: { tag: string }[] };
const folder = join(ROOT, "db/migrations");
const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as Journal;
const since = journal.entries.findIndex(({ tag }) => tag.endsWith("_keyset-indexes"));
/** What came after the indexes cannot be applied twice. */
const upToIndexes = mkdtempSync(join(tmpdir(), "signalbox-migrations-"));
cpSync(folder, upToIndexes, { recursive: true });
writeFileSync(
  join(upToIndexes, "meta/_journal.json"),
  JSON.stringify({ ...journal, entries: journal.entries.slice(0, since + 1) }),
);
afterAll(() => rmSync(upToIndexes, { recursive: true }));
const statements = journal.entries
  .slice(since)
  .flatMap(({ tag }) => readFileSync(join(folder, `${tag}.sql`), "utf8").split("--> statement-breakpoint"));

const indexes = async () =>
  await db.execute<{ name: string; oid: number; valid: boolean }>(sql`
    select relname as name, indexrelid as oid, indisvalid as valid from pg_index join pg_class c on c.oid = indexrelid
    where relname in ('tasks_secret', 'tasks_project_ended') order by relname`);

/** As if the migrations with indexes had been interrupted after the first ones. */
beforeEach(async () => {
  await db.execute(sql`delete from drizzle.__drizzle_migrations where id > ${since}`);
});

test("an interrupted migration goes on where it stopped, and builds an unfinished index again", async () => {
  await db.execute(sql`update pg_index set indisvalid = false where indexrelid = 'tasks_secret'::regclass`);
  const [kept, broken] = await indexes();
  expect(await migrate(url, upToIndexes)).toEqual({ applied: 1 });
  const [keptNow, built] = await indexes();
  expect(keptNow).toEqual(kept);
  expect(built).toMatchObject({ name: "tasks_secret", valid: true });
  expect(built?.oid).not.toBe(broken?.oid);
});

test("two processes take turns, although an index waits for every running statement", async () => {
  await db.execute(sql`drop index tasks_secret`);
  const applied = await Promise.all([migrate(url, upToIndexes), migrate(url, upToIndexes)]);
  expect(applied.map(({ applied }) => applied).sort()).toEqual([0, 1]);
  expect(await indexes()).toHaveLength(2);
});

test("while an index is built, nobody waits for it", async () => {
  await db.execute(sql`drop index tasks_secret`);
  const client = connect(url, { max: 1, onnotice: () => {} });
  let migrated: Promise<unknown> | undefined;
  await client.begin(async (open) => {
    await open`lock table tasks in row exclusive mode`;
    migrated = migrate(url, upToIndexes);
    // The build waits for this transaction.
    await expect.poll(waitingForBuild, { timeout: 20_000 }).toBe(1);
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '1s'`);
      await tx.execute(sql`lock table tasks in row exclusive mode`);
    });
  });
  await migrated;
  await client.end();
});

const waitingForBuild = async () => {
  const [row] = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity
    where query ilike '%create index concurrently%' and pid <> pg_backend_pid() and wait_event_type = 'Lock' and datname = current_database()`);
  return row?.n;
};

const altersGrowing = (text: string) => GROWING.has(/alter table "(\w+)"/i.exec(text)?.[1] ?? "");

test("no migration rewrites, checks or indexes a growing table while others wait", () => {
  // A foreign key from a new table only takes a short lock on the table that it points to.
  const changed = (text: string) => /\b(?:alter table|on) "(\w+)"/i.exec(text)?.[1] ?? "";
  const about = statements.filter((text) => GROWING.has(changed(text)));
  const blocking = about.filter(
    (text) =>
      /^\s*create (unique )?index (?!concurrently)/i.test(text) ||
      // A key to such a table, of one that is new and empty, takes a moment and checks nothing.
      (altersGrowing(text) && /set data type|set not null|add constraint(?!.*not valid)/is.test(text)),
  );
  expect(about.length).toBeGreaterThan(0);
  expect(blocking).toEqual([]);
});

test("no migration changes a column's type", () => {
  // An older version may still serve: its prepared statements get another type of result, the driver prepares them once more,
  // and while all its connections are busy, that gives later statements each other's results.
  expect(statements.filter((text) => /alter column \S+ (set data )?type\b/i.test(text))).toEqual([]);
});
