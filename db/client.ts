import type { PgDatabase } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import { openDriver } from "@/db/driver";
import { untilFinished } from "@/db/unfinished";

/** The pool or a transaction on it. Query functions take one, so they work in both. */
export type Db = PgDatabase<PostgresJsQueryResultHKT>;

export type Database = Db & { close: () => Promise<void> };

export type DatabaseOptions = {
  /** Through a pooler such as PgBouncer; timeouts are then the role's. */
  isPooled?: boolean;
  /** Whether statements are prepared once for each connection; by default they are. */
  prepare?: boolean;
  /** How long the server may say nothing while an answer is due, before its connection counts as lost. */
  silenceMs?: number;
};

/**
 * Opens a pool of up to `max` connections for statements and another `max` for transactions. The server keeps one;
 * scripts and tests open and close their own.
 */
export function openDatabase(url: string, { max = 10, ...given }: { max?: number } & DatabaseOptions = {}): Database {
  const { client, end } = openDriver(url, {
    ...given,
    max,
    onnotice: () => {},
    connection: {
      TimeZone: "UTC",
      lock_timeout: 10_000,
      statement_timeout: 60_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  });
  const db: Db = drizzle(client);
  const close = async () => {
    await untilFinished(db);
    await end();
  };
  return Object.assign(db, { close });
}

declare global {
  // Next's bundle and the server's are separate module instances in one process, but must share one pool.
  var signalboxDatabase: Database | undefined;
  var signalboxDatabaseOptions: DatabaseOptions | undefined;
}

/** For the server's pool; call it before the first use. */
export function setDatabaseOptions(options: DatabaseOptions): void {
  globalThis.signalboxDatabaseOptions = options;
}

/** The server's pool, opened on first use from DATABASE_URL. */
export function database(): Database {
  if (!globalThis.signalboxDatabase) {
    const url = process.env.DATABASE_URL;
    if (!url) throw new Error("DATABASE_URL is not set; start the server with `npm start`");
    globalThis.signalboxDatabase = openDatabase(url, globalThis.signalboxDatabaseOptions);
  }
  return globalThis.signalboxDatabase;
}
