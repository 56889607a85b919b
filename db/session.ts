import { is } from "drizzle-orm";
import { PostgresJsSession } from "drizzle-orm/postgres-js";
import type { Db } from "@/db/client";
import { addLast } from "@/db/transaction";

/** Drizzle's session of the pool or of a transaction; its `client` is the driver's. */
export function sessionOf(db: Db) {
  const { session } = db._;
  // Not `instanceof`: Next's bundle and the server's have a copy of Drizzle each, and share the pool.
  if (!is(session, PostgresJsSession)) throw new Error("the database is not one of db/client.ts");
  return session;
}

/**
 * Sends a statement at the end of a transaction whose reply it does not need: its commit follows in the same message. If
 * the statement fails, so does the transaction.
 */
export const sendLast = (tx: Db, statement: PromiseLike<unknown>): void => addLast(sessionOf(tx).client, statement);
