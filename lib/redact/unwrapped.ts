import type { Automaton } from "@/lib/redact/automaton";
import { Fork } from "@/lib/redact/fork";

type Found = (start: number, end: number) => void;

/** Separators in base64 and hexadecimal digits: line ends, indentation, gaps of dumps, lists and JSON strings. */
const SEPARATORS = tableOf(" \t\r\n\\\"',:");
/** Separators that may follow any digit; the others separate groups of two or more. */
const LINE_ENDS = tableOf('\r\n\\"');
const LINE_TAILS = tableOf("\r\"',");
const BASE64 = tableOf("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/=-_");
const HEX_OR_SPACE = tableOf("0123456789ABCDEFabcdef ");
const ESCAPED_LINE_ENDS = tableOf("nrt");
const [BACKSLASH, LINE_END] = [0x5c, 0x0a];
const MAX_SEPARATORS = 200;
/** A line that ends in a long run of digits may continue on the next; any other line must not be held back. */
const FULL_LINE = 24;

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from(characters)) table[byte] = 1;
  return table;
}

export const isSeparator = (byte: number): boolean => SEPARATORS[byte] === 1;

/** Finds base64 or hexadecimal secrets across separators. */
export class Unwrapped {
  private readonly fork: Fork;
  private skipped = 0;
  private escaped = false;

  constructor(
    private readonly automaton: Automaton,
    private readonly found: Found,
    /** Whether the text before the position is a full line of encoded text. */
    private readonly isLineFull: (position: number) => boolean,
  ) {
    this.fork = new Fork(automaton, automaton.longest);
  }

  get alive(): boolean {
    return this.fork.alive;
  }

  get heldFrom(): number {
    return this.fork.heldFrom;
  }

  /** Whether the readings diverge at the byte that follows the state. */
  partsAt(byte: number, before: number): boolean {
    if (before === 0 || !isSeparator(byte)) return false;
    return LINE_ENDS[byte] === 1 || (this.automaton.depth[before] ?? 0) > 1;
  }

  /** `before` and `after`: the plain reading's states around the byte. */
  push(byte: number, position: number, before: number, after: number): void {
    if (!this.fork.alive) {
      this.fork.begin(before, position);
      this.skipped = 0;
    }
    if (isSeparator(byte)) this.skip(byte, position);
    else if (this.escaped && ESCAPED_LINE_ENDS[byte] === 1) this.escaped = false;
    else this.feed(byte, position, after);
  }

  drop(): void {
    this.fork.alive = false;
  }

  private skip(byte: number, position: number): void {
    this.escaped = byte === BACKSLASH;
    this.skipped += 1;
    if (this.skipped > MAX_SEPARATORS || (byte === LINE_END && !this.isLineFull(position))) this.drop();
  }

  private feed(byte: number, position: number, after: number): void {
    this.escaped = false;
    this.skipped = 0;
    this.fork.feed(byte, position);
    const length = this.automaton.encoded[this.fork.state] ?? 0;
    if (length > 0) this.found(this.fork.startOf(length), position + 1);
    if (this.fork.state === after) this.drop();
  }
}

/** Whether the bytes end in a run of encoded text that is long enough to be a wrapped line. */
export function endsFullLine(line: Uint8Array): boolean {
  let end = line.length;
  while (end > 0 && LINE_TAILS[line[end - 1] ?? 0] === 1) end -= 1;
  if (end < FULL_LINE) return false;
  const run = line.subarray(end - FULL_LINE, end);
  return run.every((byte) => BASE64[byte] === 1) || run.every((byte) => HEX_OR_SPACE[byte] === 1);
}
