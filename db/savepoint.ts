import type { Db } from "@/db/client";

/**
 * Runs the body in a transaction of its own, inside another one in a savepoint, and returns its result. If `isKept` is false of
 * that, everything the body changed and locked is undone.
 */
export async function transactionIf<Result>(
  db: Db,
  isKept: (result: Result) => boolean,
  body: (tx: Db) => Promise<Result>,
): Promise<Result> {
  class Undone extends Error {
    constructor(readonly result: Result) {
      super("undone");
    }
  }
  try {
    return await db.transaction(async (tx) => {
      const result = await body(tx);
      if (!isKept(result)) throw new Undone(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
}

/** Returns what the body would do, and undoes it. */
export const runAndUndo = <Result>(db: Db, body: (tx: Db) => Promise<Result>): Promise<Result> =>
  transactionIf(db, () => false, body);
