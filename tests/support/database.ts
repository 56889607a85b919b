import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type postgres from "postgres";
import { afterAll, inject } from "vitest";
import { type Database, type Db, openDatabase } from "@/db/client";
import { connect } from "@/db/connect";

/**
 * A migrated, empty database for this test file, which is also the process's `database()`. Call it at the top of the file;
 * it is closed and dropped after the last test.
 */
export async function freshDatabase(): Promise<Database> {
  const { url, options, template } = inject("postgres");
  const name = `${template}_${randomBytes(6).toString("hex")}`;
  await asAdmin((admin) => admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`);
  process.env.DATABASE_URL = `${url}${name}${options}`;
  const db = openDatabase(process.env.DATABASE_URL, { max: 8 });
  afterAll(async () => {
    await db.close();
    await asAdmin((admin) => admin`drop database ${admin(name)} with (force)`);
  });
  return db;
}

/** A pool of up to `max` connections of each kind to the test's database, for as long as `run` runs. */
export async function withPool<Result>(max: number, run: (db: Database) => Promise<Result>): Promise<Result> {
  const db = openDatabase(process.env.DATABASE_URL ?? "", { max });
  try {
    return await run(db);
  } finally {
    await db.close();
  }
}

async function asAdmin(run: (admin: postgres.Sql) => Promise<unknown>): Promise<void> {
  const { url, options } = inject("postgres");
  const admin = connect(`${url}postgres${options}`, { max: 1, onnotice: () => {} });
  try {
    await run(admin);
  } finally {
    await admin.end({ timeout: 1 });
  }
}

/** The statements that the pool sends while `run` runs, inside and outside of transactions; without `begin` and the like. */
export const countStatements = async (db: Database, run: () => Promise<unknown>): Promise<number> =>
  (await countSent(db, run)).statements;

export async function countSent(db: Database, run: () => Promise<unknown>) {
  const client = clientOf(db);
  const sent = { statements: 0, transactions: 0, texts: [] as string[] };
  const counted = <Of extends Pick<postgres.Sql, "unsafe">>(of: Of): Of => {
    const send = of.unsafe;
    of.unsafe = ((...args: Parameters<typeof send>) => {
      sent.statements++;
      sent.texts.push(args[0]);
      return send.apply(of, args);
    }) as typeof send;
    return of;
  };
  type Within = (body: (tx: postgres.TransactionSql) => unknown) => Promise<unknown>;
  const inside =
    (within: Within): Within =>
    (body) =>
      within((tx) => {
        tx.savepoint = inside(tx.savepoint as Within) as typeof tx.savepoint;
        return body(counted(tx));
      });
  const { begin, unsafe } = client;
  const beginInside = inside(begin as Within);
  client.begin = ((body) => {
    sent.transactions++;
    return beginInside(body);
  }) as Within as typeof begin;
  counted(client);
  try {
    await run();
    return sent;
  } finally {
    Object.assign(client, { begin, unsafe });
  }
}

/** What a web process sends by the clock, whatever is asked meanwhile: announcements, and that and which runner calls. */
const BY_THE_CLOCK = /pg_notify\(|^update "runners" set "last_seen"|from "runners" where "runners"."token_hash"/;

/** The statements of `countSent` that what ran has asked for. */
export const askedFor = (texts: readonly string[]): string[] => texts.filter((text) => !BY_THE_CLOCK.test(text));

type Sent = { text: string; params: unknown[] };

/** The statements that `run` sends outside of transactions; announcements, which leave some time later, do not count. */
export async function statementsOf(db: Database, run: () => Promise<unknown>): Promise<string[]> {
  return (await sentBy(db, run)).map(({ text }) => text);
}

/** Postgres's plan for each statement that `run` sends outside of transactions. */
export async function plansOf(db: Database, run: () => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  for (const { text, params } of await sentBy(db, run)) {
    const lines = await clientOf(db).unsafe(`explain ${text}`, params as postgres.ParameterOrJSON<never>[]);
    plans.push(lines.map((line) => line["QUERY PLAN"]).join("\n"));
  }
  return plans;
}

/** How many columns each statement reads that `run` sends outside of transactions. */
export async function widthsOf(db: Database, run: () => Promise<unknown>): Promise<number[]> {
  const widths: number[] = [];
  for (const { text, params } of await sentBy(db, run)) {
    const { columns } = await clientOf(db).unsafe(text, params as postgres.ParameterOrJSON<never>[]);
    widths.push(columns.length);
  }
  return widths;
}

const clientOf = (db: Database) => (db as unknown as { $client: postgres.Sql }).$client;

async function sentBy(db: Database, run: () => Promise<unknown>): Promise<Sent[]> {
  const client = clientOf(db);
  const send = client.unsafe;
  const sent: Sent[] = [];
  client.unsafe = ((...args: Parameters<typeof send>) => {
    if (!args[0].includes("pg_notify(")) sent.push({ text: args[0], params: args[1] ?? [] });
    return send.apply(client, args);
  }) as typeof send;
  try {
    await run();
  } finally {
    client.unsafe = send;
  }
  return sent;
}

/** How many statements of the test's database wait for a lock. */
export async function waitingForLocks(db: Db): Promise<number> {
  const [row] = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
  return row?.n ?? 0;
}
