import type { Db } from "@/db/client";

/**
 * A statement that Drizzle builds once for each database and shape instead of for each call: building a long one takes the web
 * process longer than reading a hundred rows. What differs from call to call are placeholders.
 */
export function prepared<Shape extends readonly string[], Statement>(
  build: (db: Db, ...shape: Shape) => Statement,
): (db: Db, ...shape: Shape) => Statement {
  const built = new WeakMap<Db, Map<string, Statement>>();
  return (db, ...shape) => {
    const ofDatabase = built.get(db) ?? new Map<string, Statement>();
    built.set(db, ofDatabase);
    const key = shape.join(" ");
    const statement = ofDatabase.get(key) ?? build(db, ...shape);
    ofDatabase.set(key, statement);
    return statement;
  };
}
