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

const LATER = { tag: "9999_later", when: 4_000_000_000_000, version: "7", breakpoints: true };

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
/** One more migration, of which each statement about a `needed_…` table fails while that is missing. */
const withLater = mkdtempSync(join(tmpdir(), "signalbox-migrations-"));
cpSync(upToIndexes, withLater, { recursive: true });
writeFileSync(
  join(withLater, "meta/_journal.json"),
  JSON.stringify({ ...journal, entries: [...journal.entries.slice(0, since + 1), { ...LATER, idx: since + 1 }] }),
);
writeFileSync(
  join(withLater, `${LATER.tag}.sql`),
  [
    `CREATE TABLE "later" ("id" int)`,
    `INSERT INTO "needed_1" VALUES (1)`,
    `CREATE INDEX CONCURRENTLY "needed_2_id" ON "needed_2" ("id")`,
    `CREATE INDEX CONCURRENTLY "needed_3_id" ON "needed_3" ("id")`,
  ].join("--> statement-breakpoint"),
);
afterAll(() => rmSync(withLater, { recursive: true }));
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

test("a migration that also builds indexes concurrently goes on wherever it stopped, and changes nothing twice", async () => {
  await migrate(url, upToIndexes);
  for (const missing of ["needed_1", "needed_2", "needed_3"]) {
    await expect(migrate(url, withLater)).rejects.toMatchObject(missing === "needed_1" ? { cause: UNKNOWN } : UNKNOWN);
    await db.execute(sql`create table ${sql.identifier(missing)} (id int)`);
  }
  expect(await migrate(url, withLater)).toEqual({ applied: 1 });
  expect([...(await db.execute(sql`select id from needed_1`))]).toEqual([{ id: 1 }]);
  expect(await migrate(url, withLater)).toEqual({ applied: 0 });
});

const UNKNOWN = { code: "42P01" };

test("what no transaction can hold comes last in its migration, and can be repeated", () => {
  for (const { tag } of journal.entries) {
    const texts = readFileSync(join(folder, `${tag}.sql`), "utf8").split("--> statement-breakpoint");
    const concurrent = texts.filter((text) => /index concurrently/i.test(text));
    expect(texts.slice(texts.length - concurrent.length)).toEqual(concurrent);
    for (const text of concurrent)
      expect(text.trim()).toMatch(/^(create (unique )?index concurrently "\w+"|drop index concurrently if exists) /i);
  }
});

const TIMEOUTS = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];

/** Migrates while the build of an index waits for longer than the timeouts. */
async function migrateSlowly(address: string): Promise<unknown> {
  await db.execute(sql`drop index tasks_secret`);
  let migrated: Promise<unknown> | undefined;
  await db.transaction(async (open) => {
    await open.execute(sql`lock table tasks in row exclusive mode`);
    migrated = migrate(address, upToIndexes);
    await expect.poll(() => waitingForBuild(300), { timeout: 20_000 }).toBe(1);
  });
  return await migrated;
}

test("timeouts that are set for the role, as poolers need, do not end the build of an index", async () => {
  const [{ name = "" } = {}] = await db.execute<{ name: string }>(sql`select current_database() as name`);
  for (const timeout of TIMEOUTS)
    await db.execute(sql`alter database ${sql.identifier(name)} set ${sql.identifier(timeout)} = 100`);
  expect(await migrateSlowly(url)).toEqual({ applied: 1 });
  await db.execute(sql`alter database ${sql.identifier(name)} reset all`);
});

test.each([
  ["parameters", TIMEOUTS.map((name) => [name, "100"])],
  ["options", [["options", TIMEOUTS.map((name) => `-c ${name}=100`).join(" ")]]],
])("neither do those that the address has as %s", async (_, parameters) => {
  const address = parameters.reduce((text, [name = "", value = ""]) => withParameter(text, name, value), url);
  expect(await migrateSlowly(address)).toEqual({ applied: 1 });
});

const withParameter = (address: string, name: string, value: string) =>
  `${address}${address.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(value)}`;

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
    await expect.poll(() => waitingForBuild(), { timeout: 20_000 }).toBe(1);
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '1s'`);
      await tx.execute(sql`lock table tasks in row exclusive mode`);
    });
  });
  await migrated;
  await client.end();
});

const waitingForBuild = async (forMs = 0) => {
  const [row] = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity
    where query ilike '%create index concurrently%' and pid <> pg_backend_pid() and wait_event_type = 'Lock' and datname = current_database()
      and clock_timestamp() - query_start > make_interval(secs => ${forMs / 1_000})`);
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
