// Next's bundle and the server's are separate module instances in one process, and both handle sign-ins.
const shared = globalThis as typeof globalThis & { signalboxTails?: Map<string, Promise<unknown>> };
const tails = () => {
  shared.signalboxTails ??= new Map();
  return shared.signalboxTails;
};

/** Runs calls with the same key one after the other, in order. */
export function serialize<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const before = tails().get(key) ?? Promise.resolve();
  const mine = before.then(work);
  // Swallow the rejection so that the next in line still runs.
  const settled = mine.catch(() => undefined);
  tails().set(key, settled);
  void settled.then(() => tails().get(key) === settled && tails().delete(key));
  return mine;
}
