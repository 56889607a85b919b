import { randomBytes } from "node:crypto";
import type postgres from "postgres";
import { afterAll, inject } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { connect } from "@/db/connect";

export { tablesWith } from "./tables";

/**
 * A migrated, empty database of this test file alone, which is also the process's `database()`. Call it at the top of the
 * file; it closes and drops itself after the last test.
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

async function asAdmin(run: (admin: postgres.Sql) => Promise<unknown>): Promise<void> {
  const { url, options } = inject("postgres");
  const admin = connect(`${url}postgres${options}`, { max: 1, onnotice: () => {} });
  try {
    await run(admin);
  } finally {
    await admin.end({ timeout: 1 });
  }
}

/** The statements that `run` sends outside of transactions. */
export async function statementsOf(db: Database, run: () => Promise<unknown>): Promise<string[]> {
  const { $client: client } = db as unknown as { $client: postgres.Sql };
  const send = client.unsafe;
  const sent: string[] = [];
  client.unsafe = ((...args: Parameters<typeof send>) => {
    sent.push(args[0]);
    return send.apply(client, args);
  }) as typeof send;
  try {
    await run();
  } finally {
    client.unsafe = send;
  }
  return sent;
}
