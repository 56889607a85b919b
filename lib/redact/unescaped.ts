import type { Automaton } from "@/lib/redact/automaton";
import { Fork } from "@/lib/redact/fork";
import { Unescaper } from "@/lib/redact/unescape";

/** Finds secrets written with URL, XML or JSON escapes, whichever of their characters are escaped. */
export class Unescaped {
  private readonly fork: Fork;
  private readonly unescaper: Unescaper;
  private now = 0;

  constructor(
    private readonly automaton: Automaton,
    private readonly found: (start: number, end: number) => void,
  ) {
    this.fork = new Fork(automaton, automaton.longest);
    this.unescaper = new Unescaper((byte, position) => this.feed(byte, position));
  }

  get alive(): boolean {
    return this.fork.alive;
  }

  get heldFrom(): number {
    return this.fork.alive
      ? Math.min(this.unescaper.open ?? Number.POSITIVE_INFINITY, this.fork.heldFrom)
      : Number.POSITIVE_INFINITY;
  }

  /** `before` and `after`: the plain reading's states around the byte. */
  push(byte: number, position: number, before: number, after: number): void {
    if (!this.fork.alive) this.fork.begin(before, position);
    this.now = position;
    this.unescaper.push(byte, position);
    if (this.unescaper.open === null && this.fork.state === after) this.fork.alive = false;
  }

  drop(): void {
    this.fork.alive = false;
    this.unescaper.reset();
  }

  private feed(byte: number, position: number): void {
    this.fork.feed(byte, position);
    const length = this.automaton.match[this.fork.state] ?? 0;
    if (length > 0) this.found(this.fork.startOf(length), this.now + 1);
  }
}
