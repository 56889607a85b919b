// Next's bundle and the server's are separate module instances in one process; both sign people in.
const shared = globalThis as typeof globalThis & { signalboxTails?: Map<string, Promise<unknown>> };
const tails = () => {
  shared.signalboxTails ??= new Map();
  return shared.signalboxTails;
};

/** Runs work with the same key one after the other, in the order of the calls. */
export function serialize<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const before = tails().get(key) ?? Promise.resolve();
  const mine = before.then(work);
  // Swallow the rejection so that the next in line still runs.
  const settled = mine.catch(() => undefined);
  tails().set(key, settled);
  void settled.then(() => tails().get(key) === settled && tails().delete(key));
  return mine;
}
