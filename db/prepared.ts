import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { decodingOnce } from "@/db/row-mapper";
import { sessionOf } from "@/db/session";

/**
 * A statement that Drizzle builds once for each shape instead of for each call: building a long one takes the web
 * process longer than reading a hundred rows. What differs from call to call are placeholders.
 */
export function prepared<Shape extends readonly string[], Statement extends object>(
  build: (db: Db, ...shape: Shape) => Statement,
): (db: Db, ...shape: Shape) => Statement {
  const built = new Map<string, Statement>();
  return (db, ...shape) => {
    const key = shape.join(" ");
    const statement = built.get(key) ?? decodingOnce(build(db, ...shape));
    built.set(key, statement);
    return sentBy(db, statement);
  };
}

/** The same for a statement written in SQL. */
export const preparedSql = <Row extends object, Shape extends readonly string[] = []>(
  build: (db: Db, ...shape: Shape) => SQL,
) =>
  prepared((db, ...shape: Shape) =>
    sessionOf(db).prepareQuery<{ execute: Row[]; all: unknown; values: unknown }>(
      dialect.sqlToQuery(build(db, ...shape)),
      undefined,
      "sql",
      false,
    ),
  );

const dialect = new PgDialect();

/** Drizzle's statements belong to the pool or transaction that they were built with, by nothing but this property. */
function sentBy<Statement extends object>(db: Db, statement: Statement): Statement {
  const own: Statement = Object.create(statement);
  return Object.assign(own, { client: sessionOf(db).client });
}
