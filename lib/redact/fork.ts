import type { Automaton } from "@/lib/redact/automaton";

/**
 * A second reading of the stream with the same automaton, which starts at the first one's state and skips or replaces
 * bytes. It ends when both reach the same state, so it only costs time where it makes a difference.
 */
export class Fork {
  alive = false;
  state = 0;
  private readonly starts: Float64Array;
  private readonly mask: number;
  private count = 0;

  constructor(
    private readonly automaton: Automaton,
    longest: number,
  ) {
    const room = 2 ** Math.ceil(Math.log2(longest + 1));
    this.starts = new Float64Array(room);
    this.mask = room - 1;
  }

  /** `end`: the position after the bytes that led to the state. */
  begin(state: number, end: number): void {
    this.alive = true;
    this.state = state;
    const depth = this.automaton.depth[state] ?? 0;
    for (let position = end - depth; position < end; position++) this.note(position);
  }

  feed(byte: number, position: number): void {
    this.state = this.automaton.step(this.state, byte);
    this.note(position);
  }

  /** Stream position where the last `length` bytes begin. */
  startOf(length: number): number {
    return this.starts[(this.count - length) & this.mask] ?? 0;
  }

  /** Position from which the stream may turn out to be a secret. */
  get heldFrom(): number {
    const depth = this.automaton.depth[this.state] ?? 0;
    return this.alive && depth > 0 ? this.startOf(depth) : Number.POSITIVE_INFINITY;
  }

  private note(position: number): void {
    this.starts[this.count & this.mask] = position;
    this.count = (this.count + 1) % (this.mask + 1);
  }
}
