import type { Lines } from "@/lib/redact/lines";

const NEWLINE = 10;
const END = 7;

/**
 * The marks that a program prints between its lines, `\u001b_<token>:<number>\u0007`: removes them and remembers at which
 * line of the log each stood. A mark before empty lines stands for the line after them.
 */
export class Marks {
  /** By the number of the mark. */
  private readonly lines: number[] = [];
  private waiting: number[] = [];
  private readonly opening: Buffer;

  constructor(token: string) {
    this.opening = Buffer.from(`\u001b_${token}:`);
  }

  /** False: what follows the mark may still come. */
  isPlaced(mark: number): boolean {
    return this.lines[mark] !== undefined;
  }

  /** The line of what was printed before the next mark. Undefined: nothing was, it has not come, or the log has no line of it. */
  lineOf(mark: number): number | undefined {
    const line = this.lines[mark];
    return line === this.lines[mark + 1] ? undefined : line;
  }

  /**
   * The lines without marks; null if nothing is left. `first`: number of the first line; null: the log does not keep them.
   * `unfinished`: a last line without its end, so that a line of marks alone is none.
   */
  strip(lines: Lines, first: number | null, unfinished: boolean): Lines | null {
    const found = this.opening.length > 0 && lines.bytes.includes(this.opening);
    if (!found && this.waiting.length === 0) return lines;
    const parts: Buffer[] = [];
    let [at, count] = [0, 0];
    for (let end = nextLine(lines.bytes, at); at < lines.bytes.length; end = nextLine(lines.bytes, at)) {
      const line = this.stripLine(lines.bytes.subarray(at, end));
      at = end;
      if (unfinished && line.length === 1) continue;
      if (line.length > 1) this.settle(first === null ? null : first + count);
      parts.push(line);
      count++;
    }
    return count === 0 ? null : { bytes: found ? Buffer.concat(parts) : lines.bytes, count };
  }

  private stripLine(line: Buffer): Buffer {
    let rest = line;
    for (let start = rest.indexOf(this.opening); start >= 0; start = rest.indexOf(this.opening)) {
      const end = rest.indexOf(END, start);
      if (end < 0) return rest;
      this.waiting.push(Number(rest.toString("latin1", start + this.opening.length, end)));
      rest = Buffer.concat([rest.subarray(0, start), rest.subarray(end + 1)]);
    }
    return rest;
  }

  private settle(line: number | null): void {
    if (line !== null) for (const mark of this.waiting) this.lines[mark] = line;
    this.waiting = [];
  }
}

const nextLine = (bytes: Buffer, at: number): number => bytes.indexOf(NEWLINE, at) + 1;
