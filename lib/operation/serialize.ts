declare global {
  // Next's bundle and the server's are separate module instances in one process, and both handle sign-ins.
  var signalboxTails: Map<string, Promise<unknown>> | undefined;
}
globalThis.signalboxTails ??= new Map();
/** The last call of each key that has one. */
const tails = globalThis.signalboxTails;

/** Runs calls with the same key one after the other, in order. */
export function serialize<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const before = tails.get(key) ?? Promise.resolve();
  const mine = before.then(work).finally(() => tails.get(key) === settled && tails.delete(key));
  // Swallow the rejection so that the next in line still runs.
  const settled = mine.catch(() => undefined);
  tails.set(key, settled);
  return mine;
}

type Turn = { key: string; atOnce: number; signal?: AbortSignal };

let started = 0;

/** Runs at most so many calls with the same key at once; the others wait, unless nobody waits for them any more. */
export function inTurn<Result>({ key, atOnce, signal }: Turn, work: () => Promise<Result>): Promise<Result> {
  const places = Array.from({ length: atOnce }, (_, place) => `${key}, ${place}`);
  const free = places.find((place) => !tails.has(place));
  return serialize(free ?? `${key}, ${started++ % atOnce}`, async () => {
    signal?.throwIfAborted();
    return work();
  });
}
