import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type SQL, sql } from "drizzle-orm";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { DatabaseProblem } from "@/db/cluster/problem";
import { connect } from "@/db/connect";
import { SQLSTATE } from "@/db/sqlstate";
import { errorCode } from "@/lib/process/error-code";

const LOCK = 7_145_001;
const TURN_MS = 200;

/** An index takes as long as it takes, whatever the role has, as poolers need it, or the address, which wins over options. */
const NO_TIMEOUTS = "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0";

/** Migrates the database to this version; concurrent processes wait for each other. */
export async function migrate(databaseUrl: string, folder = migrationsFolder()): Promise<{ applied: number }> {
  const client = connect(databaseUrl, { max: 1, max_lifetime: null, onnotice: () => {} });
  try {
    await client.unsafe(NO_TIMEOUTS);
    await takeTurn(client);
    const pending = await findPending(client, folder);
    for (const migration of pending) await apply(client, migration).catch(explainForeignTables);
    return { applied: pending.length };
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** Asks again and again: an index that is built concurrently waits for every running statement, one that waits here too. */
async function takeTurn(client: postgres.Sql): Promise<void> {
  for (;;) {
    const [row] = await client<{ mine: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as mine`;
    if (row?.mine) return;
    await sleep(TURN_MS);
  }
}

/** The record of what was applied is Drizzle's. Throws if a newer version has migrated the database, or has begun to. */
async function findPending(client: postgres.Sql, folder: string): Promise<MigrationMeta[]> {
  await client`create schema if not exists drizzle`;
  await client`create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint)`;
  const [last] = await client<{ time: string }[]>`
    select coalesce(max(created_at), 0) as time from drizzle.__drizzle_migrations`;
  const applied = Number(last?.time ?? 0);
  const known = readMigrationFiles({ migrationsFolder: folder });
  const [foreign] = await client`
    select 1 from drizzle.__drizzle_migrations
    where created_at is null and hash <> all(${known.map(({ hash }) => hash)})`;
  if (foreign || applied > (known.at(-1)?.folderMillis ?? 0)) {
    throw new DatabaseProblem(
      "The database was migrated by a newer Signalbox: start that version, or restore a backup from before its first start",
    );
  }
  return known.filter(({ folderMillis }) => folderMillis > applied);
}

const isConcurrent = (statement: string): boolean => /\bindex concurrently\b/i.test(statement);

/**
 * Each migration in a transaction of its own, so that no lock lasts longer than the statements that need it. What no
 * transaction can hold comes last and can be repeated; until it is done, the migration's record has no time.
 */
async function apply(client: postgres.Sql, { hash, folderMillis, sql: statements }: MigrationMeta): Promise<void> {
  const concurrent = statements.filter(isConcurrent);
  const others = statements.filter((statement) => !isConcurrent(statement));
  const [begun] = await client`
    select 1 from drizzle.__drizzle_migrations where hash = ${hash} and created_at is null`;
  const time = concurrent.length === 0 ? folderMillis : null;
  const record = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${time})`;
  if (!begun) await inTransaction(client, [...others.map((statement) => sql.raw(statement)), record]);
  for (const statement of concurrent) await outsideTransaction(client, statement);
  await client`
    update drizzle.__drizzle_migrations set created_at = ${folderMillis} where hash = ${hash} and created_at is null`;
}

/** Postgres's error is the cause of Drizzle's. */
const codeOf = (error: unknown): string => errorCode(error instanceof Error ? error.cause : error);

const TRIES = 30;
const PAUSE_MS = 1_000;

/** A statement that waits for its lock has everybody else wait behind it, so it gives up soon and tries again. */
async function inTransaction(client: postgres.Sql, statements: readonly SQL[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await drizzle(client).transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = '2s'`);
        for (const statement of statements) await tx.execute(statement);
      });
      return;
    } catch (error) {
      if (codeOf(error) !== SQLSTATE.lockNotAvailable || tries === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/**
 * One statement about an index. An earlier try may have got this far, or have left an invalid index behind, which Postgres
 * keeps up to date and never reads.
 */
async function outsideTransaction(client: postgres.Sql, statement: string): Promise<void> {
  const [, name] = /^\s*create (?:unique )?index concurrently "(\w+)"/i.exec(statement) ?? [];
  if (name) {
    const [index] = await client<{ valid: boolean }[]>`
      select indisvalid as valid from pg_index where indexrelid = to_regclass(${`"${name}"`})`;
    if (index?.valid) return;
    if (index) await client`drop index concurrently ${client(name)}`;
  }
  await client.unsafe(statement);
}

/** Another application's tables have our names, so none of ours were created. */
function explainForeignTables(error: unknown): never {
  if (codeOf(error) !== SQLSTATE.duplicateTable) throw error;
  throw new DatabaseProblem(
    "The database holds tables of another program, or of a Signalbox before its first release: give Signalbox a database of its own",
  );
}

/** Next to this file in the sources, next to dist/ in a build. */
function migrationsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const candidates = [join(here, "migrations"), join(here, "../db/migrations")];
  const found = candidates.find((folder) => existsSync(join(folder, "meta/_journal.json")));
  if (!found) throw new DatabaseProblem(`There are no migrations in ${candidates.join(" or ")}`);
  return found;
}
