import { crc32 } from "node:zlib";
import type { LogChunk } from "@/lib/protocol/log";
import type { AttemptRef } from "@/lib/protocol/runner";

/** Where the log of an attempt, or its events, end, and their CRC-32 so far. */
export type LogTail = { lines: number; crc: number };

/** Null if the chunk does not begin there. */
export const tailAfter = ({ lines, crc }: LogTail, { first_line, offsets, text }: LogChunk): LogTail | null =>
  first_line === lines ? { lines: first_line + offsets.length, crc: crc32("\n", crc32(text, crc)) } : null;

/** More than one process stores logs of at a time. A forgotten tail costs the attempt's next chunk a lock. */
const MAX_TAILS = 5_000;

const nameOf = ({ task_id, attempt }: AttemptRef) => `${task_id} ${attempt}`;

class Tails {
  private readonly tails = new Map<string, LogTail>();

  /** As this process left it, or at its start; another process may have stored more since. */
  known(ref: AttemptRef): LogTail {
    return this.tails.get(nameOf(ref)) ?? { lines: 0, crc: 0 };
  }

  remember(ref: AttemptRef, tail: LogTail): void {
    const name = nameOf(ref);
    this.tails.delete(name);
    this.tails.set(name, tail);
    const oldest = this.tails.keys().next().value;
    if (this.tails.size > MAX_TAILS && oldest !== undefined) this.tails.delete(oldest);
  }
}

export const logTails = new Tails();
export const eventTails = new Tails();
