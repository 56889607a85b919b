/** Statements that nobody waits for, by their database. */
const unfinished = new WeakMap<object, Set<Promise<unknown>>>();

/** Has `untilFinished` wait for work of the database that its caller does not wait for. */
export function track<Result>(database: object, work: Promise<Result>): Promise<Result> {
  const all = unfinished.get(database) ?? new Set();
  unfinished.set(database, all);
  all.add(work);
  const forget = () => void all.delete(work);
  work.then(forget, forget);
  return work;
}

/** Call it before the database is closed. Never rejects. */
export async function untilFinished(database: object): Promise<void> {
  await Promise.allSettled(unfinished.get(database) ?? []);
}
