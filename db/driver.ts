import { setImmediate } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { type ConnectOptions, connect } from "@/db/connect";
import { withoutValues } from "@/db/without-values";

/*
 * Drizzle's driver, and the faults of postgres.js 3.4.9 that it works around:
 *
 * - `begin` on a shared pool queues BEGIN behind other statements. If that connection has 100 statements in flight, or its
 *   socket is full, the driver forgets to reserve it: the caller gets UNSAFE_TRANSACTION, the connection stays inside an open
 *   transaction, and later statements of other callers run in it, are acknowledged and rolled back. So each transaction gets
 *   a client of its own with one connection, which runs nothing else until it ends.
 * - A transaction whose connection breaks continues: its next statements, commit and rollback included, run on the replacement
 *   connection, or crash the process. So a client whose connection closed is never used again, and the body of its
 *   transaction is left pending: the caller has already received the error.
 * - `unsafe`, which Drizzle calls, prepares nothing by default, and its errors carry the values of their statement.
 *
 * db/connect.ts works around two faults of single connections. Both files only call documented options and methods; they
 * rely on undocumented behaviour as well, so tests/db/transactions.test.ts pins the version.
 */

type Options = ConnectOptions;
type Body = (tx: postgres.TransactionSql) => unknown;
type Begin = (body: Body) => Promise<unknown>;

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

/** One connection, used by one transaction at a time. */
type Connection = { client: postgres.Sql; openedAt: number; isClosed: boolean; isPrepared: boolean };
type Waiting = { resolve: (connection: Connection) => void; reject: (error: Error) => void };

class Transactions {
  private readonly idle: Connection[] = [];
  private readonly connections = new Set<Connection>();
  private readonly waiting: Waiting[] = [];
  private isEnded = false;

  constructor(
    private readonly open: (options: Options) => postgres.Sql,
    private readonly max: number,
    private readonly isPrepared: boolean,
  ) {}

  async run(body: Body): Promise<unknown> {
    const connection = await this.take();
    try {
      return await (connection.client.begin as Begin)((tx) => runWhileOpen(connection, tx, body));
    } catch (error) {
      await untilCloseIsKnown();
      throw error;
    } finally {
      this.release(connection);
    }
  }

  async end(): Promise<void> {
    this.isEnded = true;
    for (const { reject } of this.waiting.splice(0)) reject(ended());
    await Promise.all([...this.connections].map(({ client }) => client.end({ timeout: END_TIMEOUT_SECONDS })));
  }

  /**
   * Prefers the connection used last, which has most likely prepared the next statement. Waiters are served in order.
   */
  private async take(): Promise<Connection> {
    if (this.isEnded) throw ended();
    const connection = this.idle.pop() ?? this.openIfAllowed();
    return connection ?? (await new Promise<Connection>((resolve, reject) => this.waiting.push({ resolve, reject })));
  }

  private release(used: Connection): void {
    if (performance.now() - used.openedAt > LIFETIME_MS) this.drop(used);
    const connection = used.isClosed ? this.replacement() : used;
    if (!connection) return;
    const next = this.waiting.shift();
    if (next) next.resolve(connection);
    else this.idle.push(connection);
  }

  private replacement(): Connection | undefined {
    return this.waiting.length > 0 ? this.openIfAllowed() : undefined;
  }

  private openIfAllowed(): Connection | undefined {
    if (this.connections.size >= this.max) return undefined;
    const onclose = () => this.drop(connection);
    const client = this.open({ max: 1, max_lifetime: null, onclose });
    // drizzle() configures how the client reads and writes times and JSON.
    drizzle(client);
    const connection = { client, openedAt: performance.now(), isClosed: false, isPrepared: this.isPrepared };
    this.connections.add(connection);
    return connection;
  }

  private drop(connection: Connection): void {
    if (connection.isClosed) return;
    connection.isClosed = true;
    this.connections.delete(connection);
    if (this.idle.includes(connection)) this.idle.splice(this.idle.indexOf(connection), 1);
    void connection.client.end({ timeout: 0 });
  }
}

/** The error postgres.js raises for statements. */
const ended = () => Object.assign(new Error("write CONNECTION_ENDED"), { code: "CONNECTION_ENDED" });

/** Runs the body of a transaction or savepoint for as long as its connection lasts. */
async function runWhileOpen(connection: Connection, tx: postgres.TransactionSql, body: Body): Promise<unknown> {
  prepare(tx, connection.isPrepared);
  guard(connection, tx);
  try {
    const result = await body(tx);
    return connection.isClosed ? await never() : result;
  } catch (error) {
    await untilCloseIsKnown();
    if (connection.isClosed) await never();
    throw error;
  }
}

function guard(connection: Connection, tx: postgres.TransactionSql): void {
  const { unsafe } = tx;
  const savepoint = tx.savepoint as Begin;
  tx.unsafe = ((...args: Parameters<typeof unsafe>) =>
    connection.isClosed ? pending() : unsafe(...args)) as typeof unsafe;
  tx.savepoint = ((body: Body) =>
    connection.isClosed ? never() : savepoint((inner) => runWhileOpen(connection, inner, body))) as typeof tx.savepoint;
}

const never = () => new Promise<never>(() => {});

/** A query that never settles, in any of its forms. */
const pending = () => Object.assign(never(), { values: never });

/** A statement fails a moment before its connection is known to be closed. */
async function untilCloseIsKnown(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/**
 * Each length of a long value list is a statement of its own; keeping them prepared would fill the connection's
 * memory.
 */
const MAX_PREPARED_VALUES = 100;

/**
 * Prepares statements once per connection and skips the round trip for parameter types. A failed statement clears its
 * values: Drizzle puts what the array still holds into its error.
 */
function prepare(statements: Pick<postgres.Sql, "unsafe">, isPrepared: boolean): void {
  const { unsafe } = statements;
  statements.unsafe = ((text, params = [], options = {}) => {
    const query = unsafe(text, params, {
      ...options,
      prepare: isPrepared && params.length > 0 && params.length <= MAX_PREPARED_VALUES,
    });
    const { then } = query;
    const failed = (error: unknown): never => {
      params.length = 0;
      throw withoutValues(error);
    };
    // biome-ignore lint/suspicious/noThenProperty: a query is already a promise, sent once it is awaited.
    query.then = (onDone, onFailed) =>
      (then.call(query, undefined, failed) as Promise<Awaited<typeof query>>).then(onDone, onFailed);
    return query;
  }) as typeof unsafe;
}
