import { setTimeout } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { type ConnectOptions, connect } from "@/db/connect";
import { prepare } from "@/db/prepare";
import { type Body, type Connection, transact } from "@/db/transaction";

/*
 * Drizzle's driver, and the faults of postgres.js 3.4.9 that it works around:
 *
 * - `begin` on a shared pool queues BEGIN behind other statements. If that connection has 100 statements in flight, or its
 *   socket is full, the driver forgets to reserve it: the caller gets UNSAFE_TRANSACTION, the connection stays inside an open
 *   transaction, and later statements of other callers run in it, are acknowledged and rolled back. So transactions have
 *   clients of their own with one reserved connection each, which runs nothing else until the transaction ends, and
 *   db/transaction.ts begins and commits them.
 * - A transaction whose connection breaks continues: its next statements, commit and rollback included, run on the replacement
 *   connection, or crash the process. So a client whose connection closed is never used again, and the body of its
 *   transaction is left pending: the caller has already received the error.
 * - `unsafe`, which Drizzle calls, prepares nothing by default, its errors carry the values of their statement, and a result that
 *   follows a failure begins with holes (db/prepare.ts).
 *
 * db/connect.ts works around two faults of single connections. These files only call documented options and methods; they
 * rely on undocumented behaviour as well, so tests/db/transactions.test.ts pins the version.
 */

type Options = ConnectOptions;

export type Driver = { client: postgres.Sql; end: () => Promise<void> };

/** For Drizzle: up to `max` connections for statements and another `max` for transactions. */
export function openDriver(url: string, { max, ...options }: Options & { max: number }): Driver {
  const isPrepared = options.prepare ?? true;
  const client = connect(url, { ...options, max });
  prepare(client, isPrepared);
  const transactions = new Transactions((own) => connect(url, { ...options, ...own }), max, isPrepared);
  // Drizzle only calls the overload with a body.
  client.begin = ((body: Body) => transactions.run(body)) as typeof client.begin;
  return {
    client,
    end: async () => {
      await Promise.all([client.end({ timeout: END_TIMEOUT_SECONDS }), transactions.end()]);
    },
  };
}

const END_TIMEOUT_SECONDS = 5;
/** Same as postgres.js's connection lifetime; prepared statements go with the connection. */
const LIFETIME_MS = 30 * 60_000;

type Own = Connection & { client: postgres.Sql; openedAt: number; running: Promise<unknown> };
type Waiting = { resolve: (connection: Own) => void; reject: (error: Error) => void };

class Transactions {
  private readonly idle: Own[] = [];
  private readonly connections = new Set<Own>();
  private readonly waiting: Waiting[] = [];
  private isEnded = false;

  constructor(
    private readonly open: (options: Options) => postgres.Sql,
    private readonly max: number,
    private readonly isPrepared: boolean,
  ) {}

  async run(body: Body): Promise<unknown> {
    const connection = await this.take();
    const running = transact(connection, body);
    connection.running = running.catch(() => undefined);
    try {
      return await running;
    } finally {
      this.release(connection);
    }
  }

  async end(): Promise<void> {
    this.isEnded = true;
    for (const { reject } of this.waiting.splice(0)) reject(ended());
    await Promise.all([...this.connections].map((connection) => closeAfterwards(connection)));
  }

  /**
   * Prefers the connection used last, which has most likely prepared the next statement. Waiters are served in order.
   */
  private async take(): Promise<Own> {
    if (this.isEnded) throw ended();
    const connection = this.idle.pop() ?? this.openIfAllowed();
    return connection ?? (await new Promise<Own>((resolve, reject) => this.waiting.push({ resolve, reject })));
  }

  private release(used: Own): void {
    if (performance.now() - used.openedAt > LIFETIME_MS) this.drop(used);
    const connection = used.isClosed ? this.replacement() : used;
    if (!connection) return;
    const next = this.waiting.shift();
    if (next) next.resolve(connection);
    else this.idle.push(connection);
  }

  private replacement(): Own | undefined {
    return this.waiting.length > 0 ? this.openIfAllowed() : undefined;
  }

  private openIfAllowed(): Own | undefined {
    if (this.connections.size >= this.max) return undefined;
    const onclose = () => this.drop(connection);
    const client = this.open({ max: 1, max_lifetime: null, onclose });
    // drizzle() configures how the client reads and writes times and JSON.
    drizzle(client);
    const connection: Own = {
      client,
      sql: client.reserve(),
      openedAt: performance.now(),
      isClosed: false,
      isPrepared: this.isPrepared,
      onLost: () => {},
      running: Promise.resolve(),
    };
    this.connections.add(connection);
    return connection;
  }

  private drop(connection: Own): void {
    if (connection.isClosed) return;
    connection.isClosed = true;
    this.connections.delete(connection);
    if (this.idle.includes(connection)) this.idle.splice(this.idle.indexOf(connection), 1);
    connection.onLost(Object.assign(new Error("write CONNECTION_CLOSED"), { code: "CONNECTION_CLOSED" }));
    void connection.client.end({ timeout: 0 });
  }
}

/** postgres.js does not end a connection that is reserved. */
async function closeAfterwards({ client, running, sql }: Own): Promise<void> {
  const limit = setTimeout(END_TIMEOUT_SECONDS * 1000, null, { ref: false });
  await Promise.race([running, limit]);
  // One that is still opening, such as to a server that cannot be reached, is given up as well.
  const reserved = await Promise.race([sql.catch(() => null), limit]);
  reserved?.release();
  await client.end({ timeout: END_TIMEOUT_SECONDS });
}

/** The error postgres.js raises for statements. */
const ended = () => Object.assign(new Error("write CONNECTION_ENDED"), { code: "CONNECTION_ENDED" });
