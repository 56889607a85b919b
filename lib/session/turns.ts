// Next's bundle and the server's are separate module instances in one process; both sign people in.
const shared = globalThis as typeof globalThis & { signalboxTurns?: Map<string, Promise<unknown>> };
const turns = () => {
  shared.signalboxTurns ??= new Map();
  return shared.signalboxTurns;
};

/** Runs what has the same key one after the other, in the order of the calls. */
export function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const before = turns().get(key) ?? Promise.resolve();
  const mine = before.then(work);
  // Whoever waits behind does not care how it ended.
  const settled = mine.catch(() => undefined);
  turns().set(key, settled);
  void settled.then(() => turns().get(key) === settled && turns().delete(key));
  return mine;
}
