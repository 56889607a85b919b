import type { AttemptRef } from "@/lib/protocol/runner";

/** Where the log of an attempt ends, and its CRC-32 so far. */
export type LogTail = { lines: number; crc: number };

/** More than one process stores logs of at a time. A forgotten tail costs the attempt's next chunk a lock. */
const MAX_TAILS = 5_000;
const tails = new Map<string, LogTail>();

const nameOf = ({ task_id, attempt }: AttemptRef) => `${task_id} ${attempt}`;

/** As this process left the log, or at its start; another process may have stored more since. */
export const knownTail = (ref: AttemptRef): LogTail => tails.get(nameOf(ref)) ?? { lines: 0, crc: 0 };

export function rememberTail(ref: AttemptRef, tail: LogTail): void {
  const name = nameOf(ref);
  tails.delete(name);
  tails.set(name, tail);
  const oldest = tails.keys().next().value;
  if (tails.size > MAX_TAILS && oldest !== undefined) tails.delete(oldest);
}
