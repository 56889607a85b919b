import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { migrate } from "@/db/migrate";
import { LATER_REASONS } from "@/lib/protocol/reasons";
import { ROOT } from "../structure/sources";
import { freshDatabase } from "../support/database";

const db = await freshDatabase();
const url = process.env.DATABASE_URL ?? "";
const folder = mkdtempSync(join(tmpdir(), "signalbox-upgrade-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Journal = { entries: { tag: string; when: number }[] };
const journal = JSON.parse(readFileSync(join(ROOT, "db/migrations/meta/_journal.json"), "utf8")) as Journal;

/** The database after only the first `count` migrations. */
async function asOf(count: number): Promise<void> {
  await db.execute(sql`drop schema if exists drizzle cascade`);
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`create schema public`);
  const older = join(folder, String(count));
  cpSync(join(ROOT, "db/migrations"), older, { recursive: true });
  const text = JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) });
  writeFileSync(join(older, "meta/_journal.json"), text);
  await migrate(url, older);
}

const columns = async () =>
  db.execute(sql`
    select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' order by table_name, column_name`);

const newest = await columns();

/** In the long run each of them, otherwise some and the newest. */
const STEP = process.env.SIGNALBOX_TEST_LONG === "1" ? 1 : 8;
const counts = journal.entries.map((_, index) => index + 1);

test.each(counts.filter((count) => count % STEP === 1 % STEP || count > counts.length - 3))(
  "a database with %i migrations is upgraded",
  async (count) => {
    await asOf(count);
    expect(await migrate(url)).toEqual({ applied: journal.entries.length - count });
    expect([...(await columns())]).toEqual([...newest]);
    expect(await migrate(url)).toEqual({ applied: 0 });
  },
);

test("a template whose tasks could set arguments still allows it", async () => {
  await asOf(journal.entries.findIndex(({ tag }) => tag.endsWith("_launch_rules")));
  await db.execute(sql`insert into projects (name) values ('p')`);
  await db.execute(sql`insert into access_keys (project_id, name, type) values (1, 'k', 'none')`);
  await db.execute(
    sql`insert into repositories (project_id, name, git_url, git_branch, ssh_key_id) values (1, 'r', '/x', '', 1)`,
  );
  await db.execute(sql`
    insert into templates (project_id, repository_id, name, app, allow_override_args_in_task)
    values (1, 1, 'open', 'bash', true), (1, 1, 'closed', 'bash', false)`);
  await migrate(url);
  expect(await db.execute(sql`select name, launch from templates order by id`)).toEqual([
    { name: "open", launch: { arguments: "ask" } },
    { name: "closed", launch: {} },
  ]);
});

test("migrations are in chronological order, otherwise some would never be applied", () => {
  const times = journal.entries.map(({ when }) => when);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test("runners keep their tag, and still take any work of all projects", async () => {
  await asOf(journal.entries.findIndex(({ tag }) => tag.endsWith("runner_scope")));
  await db.execute(sql`insert into runners (token_hash, tag) values ('one', 'gpu, fast'), ('two', '')`);
  await migrate(url);
  expect(await db.execute(sql`select tags, tagged_only, all_projects, draining from runners order by id`)).toEqual([
    { tags: ["gpu, fast"], tagged_only: false, all_projects: true, draining: false },
    { tags: [], tagged_only: false, all_projects: true, draining: false },
  ]);
});

test("a retry for what workspace_failed meant still covers it, in templates and in runs that go on", async () => {
  await asOf(journal.entries.findIndex(({ tag }) => tag.endsWith("retries-of-later-reasons")));
  const node = (key: string, reasons: string[] | null) => ({ key, retry: reasons && { count: 1, reasons } });
  const plain = [node("a", null), node("b", []), node("c", ["git_failed"])];
  const old = ["exit_code", "workspace_failed"];
  const graph = { nodes: [...plain, node("d", old), node("e", ["key_invalid", "workspace_failed"])], edges: [] };
  await db.execute(sql`insert into projects (name) values ('p')`);
  await db.execute(sql`insert into templates (project_id, name, app, graph)
    values (1, 'w', 'workflow', ${JSON.stringify(graph)}::jsonb), (1, 'empty', 'workflow', '{"nodes": [], "edges": []}'), (1, 't', 'bash', null)`);
  await db.execute(sql`insert into tasks (project_id, template_id, status, snapshot)
    values (1, 1, 'running', '{}'), (1, 1, 'success', '{}')`);
  await db.execute(
    sql`insert into workflow_runs (task_id, graph) select id, ${JSON.stringify(graph)}::jsonb from tasks`,
  );
  await migrate(url);
  const later = LATER_REASONS.filter((reason) => reason !== "key_invalid");
  const widened = {
    ...graph,
    nodes: [...plain, node("d", [...old, ...LATER_REASONS]), node("e", ["key_invalid", "workspace_failed", ...later])],
  };
  const graphsOf = async (from: SQL) => (await db.execute(sql`select graph from ${from}`)).map((row) => row.graph);
  expect(await graphsOf(sql`templates order by id`)).toEqual([widened, { nodes: [], edges: [] }, null]);
  expect(await graphsOf(sql`workflow_runs order by task_id`)).toEqual([widened, graph]);
});

test("a database that a newer version has migrated is rejected in one line", async () => {
  await asOf(journal.entries.length);
  const when = Math.max(...journal.entries.map((entry) => entry.when)) + 1;
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${when})`);
  await expect(migrate(url)).rejects.toThrow(/^The database was migrated by a newer Signalbox/);
});

test("so is one that a newer version has begun to migrate", async () => {
  await asOf(journal.entries.length);
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash) values ('newer')`);
  await expect(migrate(url)).rejects.toThrow(/^The database was migrated by a newer Signalbox/);
});

test("a database with foreign tables is rejected in one line, and left unchanged", async () => {
  await asOf(0);
  await db.execute(sql`create table users (id int)`);
  await expect(migrate(url)).rejects.toThrow(/^The database holds tables of another program/);
  expect(
    await db.execute(sql`select count(*)::int as n from information_schema.tables where table_schema = 'public'`),
  ).toEqual([{ n: 1 }]);
});
