import { serialize } from "@/lib/operation/serialize";

/** A search may read hundreds of megabytes, and all of them share a few connections with everything else. */
const AT_ONCE = 3;

let started = 0;

/** Runs at most so many searches of one user at once, per process; the others wait, unless nobody waits for them any more. */
export const inTurn = <Found>(userId: number, signal: AbortSignal, search: () => Promise<Found>): Promise<Found> =>
  serialize(`search of user ${userId}, ${started++ % AT_ONCE}`, async () => {
    signal.throwIfAborted();
    return search();
  });
