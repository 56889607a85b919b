import { setImmediate } from "node:timers/promises";
import type postgres from "postgres";

type Body = (tx: postgres.TransactionSql) => unknown;

/**
 * Makes a transaction end with its connection. In postgres.js 3.4.9 one whose connection broke goes on: its next
 * statements, commit and rollback included, reach the connection that has taken the place, outside of any transaction or
 * inside somebody else's, or bring the process down. The caller has its error by then, so here such a body is left hanging.
 */
export function endWithConnection(client: postgres.Sql): void {
  const begin = client.begin.bind(client) as (body: Body) => Promise<unknown>;
  const guarded = async (body: Body) => {
    const life = { over: false };
    try {
      return await begin((tx) => live(life, tx, body));
    } finally {
      life.over = true;
    }
  };
  // Drizzle calls it with a body only; the overload with options is not used.
  client.begin = guarded as typeof client.begin;
}

type Life = { over: boolean };

const never = () => new Promise<never>(() => {});

async function live(life: Life, tx: postgres.TransactionSql, body: Body): Promise<unknown> {
  guardStatements(life, tx);
  try {
    const result = await body(tx);
    return life.over ? await never() : result;
  } catch (error) {
    // A statement fails a moment before the end of its connection is known.
    await setImmediate();
    await setImmediate();
    if (life.over) await never();
    throw error;
  }
}

function guardStatements(life: Life, tx: postgres.TransactionSql): void {
  const { unsafe, savepoint } = tx;
  tx.unsafe = ((...args: Parameters<typeof unsafe>) => (life.over ? pending() : unsafe(...args))) as typeof unsafe;
  const nested = savepoint as (body: Body) => Promise<unknown>;
  tx.savepoint = ((body: Body) =>
    life.over ? never() : nested((inner) => live(life, inner, body))) as unknown as typeof savepoint;
}

/** Stands for a query, whichever of its forms is asked for. */
const pending = () => Object.assign(never(), { values: never });
