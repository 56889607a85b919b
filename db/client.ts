import type { PgDatabase } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import { connect } from "@/db/connect";
import { prepareStatements } from "@/db/prepared";
import { endWithConnection } from "@/db/transactions";

/** The pool or a transaction on it: every query function takes one, so that it works in both. */
export type Db = PgDatabase<PostgresJsQueryResultHKT>;

export type Database = Db & { close: () => Promise<void> };

/** Opens a pool. The server keeps one; scripts and tests open and close their own. */
export function openDatabase(url: string, options: { max?: number } = {}): Database {
  const client = connect(url, {
    max: options.max ?? 20,
    onnotice: () => {},
    connection: {
      TimeZone: "UTC",
      lock_timeout: 10_000,
      statement_timeout: 60_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  });
  prepareStatements(client);
  endWithConnection(client);
  return Object.assign(drizzle(client), { close: () => client.end({ timeout: 5 }) });
}

// Next's bundle and the server's are separate module instances in one process; the pool has to be one.
const shared = globalThis as typeof globalThis & { signalboxDatabase?: Database };

/** The server's pool, opened on first use from DATABASE_URL. */
export function database(): Database {
  if (!shared.signalboxDatabase) {
    const url = process.env.DATABASE_URL;
    if (!url) throw new Error("DATABASE_URL is not set; start the server with `npm start`");
    shared.signalboxDatabase = openDatabase(url);
  }
  return shared.signalboxDatabase;
}
