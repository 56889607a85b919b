import type postgres from "postgres";
import { connect } from "@/db/connect";
import type { SingleClientOptions } from "@/db/single-client";
import { StatementPool } from "@/db/statement-pool";
import type { Body } from "@/db/transaction";
import { TransactionPool } from "@/db/transaction-pool";

/*
 * Drizzle's driver, and the faults of postgres.js 3.4.9 that it works around:
 *
 * - A statement that reaches a connection between its error and its close, a few microseconds, is kept for the next connection
 *   but never sent there. If it came alone, it resolves with an empty result as soon as that is open: a write is acknowledged and
 *   lost, a session not found. If it came behind another one, it hangs for good, and the pool has one connection less. So each
 *   connection has a client of its own, which is never used again once it is closed, and gets no second socket
 *   (db/single-client.ts).
 * - `begin` on a shared pool queues BEGIN behind other statements. If that connection has 100 statements in flight, or its
 *   socket is full, the driver forgets to reserve it: the caller gets UNSAFE_TRANSACTION, the connection stays inside an open
 *   transaction, and later statements of other callers run in it, are acknowledged and rolled back. So transactions have
 *   connections of their own, which run nothing else until the transaction ends, and db/transaction.ts begins and commits them.
 * - A transaction whose connection breaks continues: its next statements, commit and rollback included, run on the replacement
 *   connection, or crash the process. So the body of such a transaction is left pending: the caller has already received the
 *   error.
 * - A statement with a value that it cannot write rejects the one before it, and from then on each gets the rows of the next. So
 *   such a statement is refused before, and values that depend on their type are written as text (db/prepare.ts).
 * - `unsafe`, which Drizzle calls, prepares nothing by default, its errors carry the values of their statement, and a result that
 *   follows a failure begins with holes (db/prepare.ts).
 *
 * db/connect.ts works around two faults of single connections. These files only call documented options and methods; they
 * rely on undocumented behaviour as well, so tests/db/transactions.test.ts pins the version.
 */

export type Driver = { client: postgres.Sql; end: () => Promise<void> };

/** For Drizzle: up to `max` connections for statements and another `max` for transactions. */
export function openDriver(url: string, { max, ...options }: SingleClientOptions & { max: number }): Driver {
  const statements = new StatementPool(url, options, max);
  const transactions = new TransactionPool(url, options, max);
  // It never connects: Drizzle reads its options, and calls only what is replaced here.
  const client = connect(url, options);
  client.unsafe = statements.unsafe;
  // Drizzle only calls the overload with a body.
  client.begin = ((body: Body) => transactions.run(body)) as typeof client.begin;
  return {
    client,
    end: async () => {
      await Promise.all([statements.end(), transactions.end()]);
    },
  };
}
