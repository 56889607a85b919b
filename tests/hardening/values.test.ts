import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import pino from "pino";
import { describe, expect, test } from "vitest";
import { describeError } from "@/cli/problem";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { users } from "@/db/schema/users";
import { toAppError } from "@/lib/operation/errors";
import { errorResponse } from "@/lib/operation/http/error-reply";
import { log } from "@/lib/settings/log";
import { freshDatabase } from "../support/database";

const CANARY = "canary-4f1d9c";
const account = { username: CANARY, name: CANARY, email: `${CANARY}@example.com` };

const db = await freshDatabase();
await db.insert(users).values(account);
await db.execute(sql`create function refuse(text) returns text language plpgsql as
  $$ begin raise exception using message = 'refused', detail = $1, hint = 'no hint'; end $$`);

/** Statements with the canary in their values, each failing for another reason. */
const FAILURES: Record<string, (db: Db) => PromiseLike<unknown>> = {
  "a name of nothing": (tx) => tx.execute(sql`select ${CANARY} from nowhere`),
  "bad syntax": (tx) => tx.execute(sql`selekt ${CANARY}`),
  "a value of another type": (tx) => tx.execute(sql`select ${CANARY}::text::int`),
  "no instant": (tx) => tx.execute(sql`select ${CANARY}::text::timestamptz`),
  "no JSON": (tx) => tx.execute(sql`select ${`{"a": ${CANARY}`}::text::jsonb`),
  "no pattern": (tx) => tx.execute(sql`select 'a' ~ ${`(${CANARY}`}::text`),
  "a value twice": (tx) => tx.insert(users).values(account),
  "a value that has to be there": (tx) =>
    tx.execute(sql`insert into users (username, name, email) values (${CANARY}, null, ${CANARY})`),
  "a reference to nothing": (tx) =>
    tx.execute(sql`insert into sessions (id_hash, user_id, last_seen, ip, user_agent)
      values (${CANARY}, 999999, now(), ${CANARY}, ${CANARY})`),
  "an exception of its own": (tx) => tx.execute(sql`select refuse(${CANARY})`),
  "too little time": (tx) =>
    tx.transaction(async (inner) => {
      await inner.execute(sql`set local statement_timeout = 20`);
      await inner.execute(sql`select pg_sleep(5), ${CANARY}::text`);
    }),
  "a list of values": (tx) =>
    tx
      .select()
      .from(users)
      .where(isOneOf(users.id, [CANARY])),
  "a query of Drizzle's own": (tx) => tx.select({ n: sql`${CANARY}::text::int` }).from(users),
  "a connection that breaks": (tx) =>
    tx.execute(sql`select pg_terminate_backend(pg_backend_pid()), ${CANARY}::text, pg_sleep(5)`),
};

/** The line that a log with the product's own settings writes. */
function logged(error: unknown): string {
  const written: string[] = [];
  const { [pino.symbols.serializersSym]: serializers } = log as unknown as Record<
    symbol,
    pino.LoggerOptions["serializers"]
  >;
  pino({ serializers }, { write: (line: string) => void written.push(line) }).warn({ err: error, error }, "failed");
  return written.join("");
}

/** Everything that prints or returns errors. */
const PRINTED: Record<string, (error: unknown) => string | Promise<string>> = {
  "the log": logged,
  "a command": describeError,
  "an answer": (error) => errorResponse(toAppError(error), new Request("http://signalbox.test/api")).text(),
  "what Next prints of a failed page": (error) => inspect(toAppError(error), { depth: 9 }),
  "whatever prints it whole": (error) => inspect(error, { depth: 9, showHidden: true }),
  "what Node prints at its end": (error) => String(error instanceof Error ? error.stack : error),
};

describe.each(Object.entries(FAILURES))("a statement that fails for %s", (_, fail) => {
  const ways = {
    alone: async () => await fail(db),
    "in a transaction": () => db.transaction(async (tx) => await fail(tx)),
    "in a savepoint": () => db.transaction((tx) => tx.transaction(async (inner) => await fail(inner))),
  };

  test.each(Object.entries(ways))("%s shows none of its values", async (_way, run) => {
    // Printing may remove values from an error, so each gets its own.
    for (const [where, print] of Object.entries(PRINTED)) {
      const error: unknown = await run().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(await print(error), where).not.toContain(CANARY);
    }
    expect(logged(await run().catch((thrown: unknown) => thrown))).toMatch(/Failed query|CONNECTION_CLOSED/);
  });
});

test("a query that is built and later sent again keeps its values", async () => {
  const byName = db.select({ name: users.name }).from(users).where(sql`${users.username} = ${CANARY}`);
  await expect(db.insert(users).values(account)).rejects.toThrow();
  expect(await byName).toEqual([{ name: CANARY }]);
  expect(await byName).toEqual([{ name: CANARY }]);
});
