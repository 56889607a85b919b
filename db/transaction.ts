import { setImmediate } from "node:timers/promises";
import type postgres from "postgres";
import { prepare, refuse } from "@/db/prepare";
import { SQLSTATE } from "@/db/sqlstate";
import { errorCode } from "@/lib/process/error-code";

export type Body = (tx: postgres.TransactionSql) => unknown;

/** A connection that runs one transaction at a time. `onLost` rejects the one that runs. */
export type Connection = {
  readonly client: Pick<postgres.Sql, "unsafe">;
  readonly isPrepared: boolean;
  readonly isClosed: boolean;
  onLost: (error: Error) => void;
  failed(error: unknown): void;
};

/**
 * Runs a transaction on its connection. BEGIN leaves with the first statement and COMMIT with the last ones, if `sendLast`
 * was called for them: a message of its own costs both sides as much as a short statement. (Were BEGIN refused on a
 * connection that survives it, the first statement would stand alone. A bare BEGIN waits for nothing that could refuse it.)
 */
export async function transact(connection: Connection, body: Body): Promise<unknown> {
  const lost = new Promise<never>((_, reject) => {
    connection.onLost = reject;
  });
  try {
    return await Promise.race([lost, beginAndCommit(connection, body)]);
  } catch (error) {
    await untilCloseIsKnown();
    throw error;
  } finally {
    connection.onLost = () => {};
  }
}

async function beginAndCommit(connection: Connection, body: Body): Promise<unknown> {
  const begun = connection.client.unsafe("begin").execute();
  const whole = new Scope(connection);
  const [result] = await Promise.all([whole.run(body, "rollback"), begun]);
  const last = await whole.sentLast("rollback");
  const [commit, ...others] = await Promise.allSettled([whole.end("commit"), ...last]);
  for (const settled of others) if (settled.status === "rejected") throw settled.reason;
  if (commit.status === "rejected") throw commit.reason;
  // Postgres answers the commit of a failed transaction with a rollback instead of an error.
  if (commit.value.command !== "COMMIT") throw new Error("the transaction was rolled back");
  return result;
}

/** Next's bundle and the server's have a copy of this module each, and share the pool. */
const LAST = Symbol.for("signalbox.last");

/** `failure`: Postgres refused it, or it could not even be sent. */
type LastStatement = { reply: Promise<unknown>; failure: { error: unknown } | null };

/** For db/session.ts: the statement's reply is awaited together with that of the commit. */
export function addLast(tx: object, statement: PromiseLike<unknown>): void {
  const last: unknown = Reflect.get(tx, LAST);
  if (!Array.isArray(last)) throw new Error("only a transaction has a commit");
  // Not Promise.resolve(): a statement of Drizzle is sent by `then`, which that would call later.
  const sent = new Promise((resolve, reject) => statement.then(resolve, reject));
  const added: LastStatement = { reply: sent, failure: null };
  sent.catch((error: unknown) => {
    added.failure = { error };
  });
  last.push(added);
}

/** A transaction, or a savepoint within one: what its body sends, and whether any of it failed. */
class Scope {
  readonly tx: postgres.TransactionSql;
  private readonly last: LastStatement[] = [];
  private failure: { error: unknown } | null = null;
  private isOver = false;

  constructor(
    private readonly connection: Connection,
    /** Shared by all scopes of the transaction, so that each savepoint has a name of its own. */
    private readonly savepoints = { count: 0 },
  ) {
    const statements = { unsafe: connection.client.unsafe };
    const failed = (error: unknown) => {
      this.failure ??= { error };
      connection.failed(error);
    };
    prepare(statements, connection.isPrepared, { failed });
    const unsafe = ((text, params, options) => {
      if (connection.isClosed) return pending();
      if (this.isOver) refuse(params, new Error("the transaction has ended"));
      return statements.unsafe(text, params, options);
    }) as postgres.Sql["unsafe"];
    // Drizzle calls nothing else.
    const savepoint = (inner: Body) => this.savepoint(inner);
    this.tx = { unsafe, savepoint, [LAST]: this.last } as unknown as postgres.TransactionSql;
  }

  /** Sends `undo` if the body fails, or a statement of it, even if the body went on. */
  async run(body: Body, undo: string): Promise<unknown> {
    try {
      const result = await body(this.tx);
      if (this.failure) throw this.failure.error;
      return this.connection.isClosed ? await never() : result;
    } catch (error) {
      await untilCloseIsKnown();
      if (this.connection.isClosed) await never();
      await this.end(undo);
      throw this.failure && isConsequence(error) ? this.failure.error : error;
    }
  }

  private async savepoint(body: Body): Promise<unknown> {
    const inner = new Scope(this.connection, this.savepoints);
    const name = `s${++this.savepoints.count}`;
    await this.tx.unsafe(`savepoint ${name}`);
    return await inner.run(async (tx) => {
      const result = await body(tx);
      await Promise.all(inner.last.map(({ reply }) => reply));
      return result;
    }, `rollback to ${name}`);
  }

  /**
   * Resolves with their replies to come when they have been handed to the connection. One that could not be sent, such as
   * for a parameter without a value, must not be missing from what is committed: that sends `undo`.
   */
  async sentLast(undo: string): Promise<Promise<unknown>[]> {
    // Everything between a statement and its connection is a chain of microtasks, which ends before the next tick.
    if (this.last.length > 0) await new Promise<void>((resolve) => process.nextTick(resolve));
    const failure = this.failure ?? this.last.find((statement) => statement.failure)?.failure;
    if (!failure) return this.last.map(({ reply }) => reply);
    await this.end(undo);
    throw failure.error;
  }

  end(statement: string) {
    this.isOver = true;
    return this.connection.isClosed ? never() : this.connection.client.unsafe(statement);
  }
}

/** Whether Postgres only says that an earlier statement of the transaction has failed, which may not be awaited yet. */
const isConsequence = (error: unknown): boolean =>
  error instanceof Error && (errorCode(error) === SQLSTATE.inFailedTransaction || isConsequence(error.cause));

const never = () => new Promise<never>(() => {});

/** A query that never settles, in any of its forms. */
const pending = () => Object.assign(never(), { values: never });

/** A statement fails a moment before its connection is known to be closed. */
async function untilCloseIsKnown(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
