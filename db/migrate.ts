import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import type postgres from "postgres";
import { DatabaseProblem, errorCode } from "@/db/cluster/problem";
import { connect } from "@/db/connect";

const LOCK = 7_145_001;

/** Migrates the database to this version; concurrent processes wait for each other. */
export async function migrate(databaseUrl: string): Promise<{ applied: number }> {
  const client = connect(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(${LOCK})`;
    const before = await countApplied(client);
    await applyMigrations(drizzle(client), { migrationsFolder: migrationsFolder() }).catch(explainForeignTables);
    return { applied: (await countApplied(client)) - before };
  } finally {
    await client.end({ timeout: 5 });
  }
}

const DUPLICATE_TABLE = "42P07";

/** Another application's tables have our names, so none of ours were created. */
function explainForeignTables(error: unknown): never {
  if (!(error instanceof Error) || errorCode(error.cause) !== DUPLICATE_TABLE) throw error;
  throw new DatabaseProblem(
    "The database holds tables of another program, or of a Signalbox before its first release: give Signalbox a database of its own",
  );
}

async function countApplied(client: postgres.Sql): Promise<number> {
  const [table] = await client`select to_regclass('drizzle.__drizzle_migrations') as name`;
  if (!table?.name) return 0;
  const [row] = await client<{ n: number }[]>`select count(*)::int as n from drizzle.__drizzle_migrations`;
  return row?.n ?? 0;
}

/** Next to this file in the sources, next to dist/ in a build. */
function migrationsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const candidates = [join(here, "migrations"), join(here, "../db/migrations")];
  const found = candidates.find((folder) => existsSync(join(folder, "meta/_journal.json")));
  if (!found) throw new DatabaseProblem(`There are no migrations in ${candidates.join(" or ")}`);
  return found;
}
