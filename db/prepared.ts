import type postgres from "postgres";

type Body = (tx: postgres.TransactionSql) => unknown;
type Begin = (body: Body) => Promise<unknown>;

/**
 * Makes each connection keep what Drizzle sends through it as prepared statements: planned once, and without the round trip
 * that asks for the types of its values. They go with their connection, which postgres.js replaces within the hour.
 */
export function prepareStatements(client: postgres.Sql): void {
  prepare(client);
  // Drizzle calls both with a body only.
  client.begin = inside(client.begin.bind(client) as Begin) as typeof client.begin;
}

const inside =
  (begin: Begin): Begin =>
  (body) =>
    begin((tx) => {
      prepare(tx);
      tx.savepoint = inside(tx.savepoint as Begin) as typeof tx.savepoint;
      return body(tx);
    });

/** Long lists of values make another statement for each length; kept, those would fill the connection's memory. */
const MOST_VALUES = 100;

function prepare(statements: Pick<postgres.Sql, "unsafe">): void {
  const { unsafe } = statements;
  statements.unsafe = ((text, params = [], options = {}) =>
    unsafe(text, params, { ...options, prepare: params.length > 0 && params.length <= MOST_VALUES })) as typeof unsafe;
}
