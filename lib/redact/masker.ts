import { type Automaton, compileAutomaton } from "@/lib/redact/automaton";
import { needlesFor } from "@/lib/redact/needles";
import { opensEscape } from "@/lib/redact/unescape";
import { Unescaped } from "@/lib/redact/unescaped";
import { endsFullLine, isSeparator, Unwrapped } from "@/lib/redact/unwrapped";

/** In place of a secret. */
export const MASK = "****";
const MASK_BYTES = Buffer.from(MASK);
/** Most bytes are neither an escape nor a separator, and most separators don't follow the start of a secret. */
const mayPart = (byte: number, before: number): boolean =>
  before === 0 ? opensEscape(byte) : opensEscape(byte) || isSeparator(byte);

/** How much of a line is inspected to see whether it is full. */
const LINE_TAIL = 64;

/** A part of the text that is a secret. */
export type Span = { start: number; end: number };
/** `shown`: its mask has been written. */
type MaskedSpan = Span & { shown: boolean };

/** Masks a task's secrets in streams and texts. */
export class Masker {
  private readonly automaton: Automaton;

  constructor(secrets: Iterable<string>) {
    this.automaton = compileAutomaton(needlesFor(secrets));
  }

  stream(): MaskingStream {
    return new MaskingStream(this.automaton);
  }

  /** The secrets in a text, and how many of its bytes can't belong to one that is still incomplete. */
  locate(text: Buffer): { spans: Span[]; safe: number } {
    return this.stream().locate(text);
  }

  mask(text: string): string {
    const stream = this.stream();
    return Buffer.concat([stream.push(Buffer.from(text)), stream.end()]).toString();
  }
}

/**
 * Replaces secrets in a byte stream, regardless of chunk borders. It only holds back the last bytes that may start a
 * secret, so everything else passes at once and no timer is needed.
 *
 * One automaton reads the bytes as they are. Where base64 or hexadecimal digits are wrapped, or characters escaped, a
 * second and a third reading fork from the first and end when they reach the same state again.
 */
export class MaskingStream {
  private held: Buffer = Buffer.alloc(0);
  /** The bytes being read: those held back and the new ones. */
  private current: Buffer = this.held;
  /** The last bytes that were released. */
  private tail: Buffer = Buffer.alloc(0);
  /** Stream position of the first held-back byte. */
  private base = 0;
  private state = 0;
  private spans: MaskedSpan[] = [];
  private readonly unwrapped: Unwrapped;
  private readonly unescaped: Unescaped;

  constructor(private readonly automaton: Automaton) {
    const found = (start: number, end: number) => this.addSpan(start - this.base, end - this.base);
    this.unwrapped = new Unwrapped(automaton, found, (position) => this.isLineFull(position));
    this.unescaped = new Unescaped(automaton, found);
  }

  push(chunk: Buffer): Buffer {
    if (this.automaton.longest === 0) return chunk;
    const data = this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk;
    this.scan(data, this.held.length);
    const safe = this.safeIn(data);
    const ready = this.release(data, safe);
    this.held = safe < data.length ? Buffer.from(data.subarray(safe)) : Buffer.alloc(0);
    this.tail = Buffer.concat([this.tail, data.subarray(Math.max(0, safe - LINE_TAIL), safe)]).subarray(-LINE_TAIL);
    this.base += safe;
    return ready;
  }

  /** Returns the held-back bytes and resets the stream. */
  end(): Buffer {
    const rest = this.release(this.held, this.held.length);
    this.held = Buffer.alloc(0);
    this.state = 0;
    this.spans = [];
    this.unwrapped.drop();
    this.unescaped.drop();
    return rest;
  }

  /** Where secrets are in the first bytes of a new stream. */
  locate(data: Buffer): { spans: Span[]; safe: number } {
    if (this.automaton.longest === 0) return { spans: [], safe: data.length };
    this.scan(data, 0);
    return { spans: this.spans, safe: this.safeIn(data) };
  }

  private scan(data: Buffer, from: number): void {
    const { step, idle, match } = this.automaton;
    const { base, unwrapped, unescaped } = this;
    this.current = data;
    let state = this.state;
    let parted = unwrapped.alive || unescaped.alive;
    for (let at = from; at < data.length; at++) {
      const byte = data[at] ?? 0;
      // Most bytes begin nothing.
      if (state === 0 && idle[byte] === 1 && !parted && !opensEscape(byte)) continue;
      const before = state;
      state = step(state, byte);
      const length = match[state] ?? 0;
      if (length > 0) this.addSpan(at + 1 - length, at + 1);
      if (!parted && !mayPart(byte, before)) continue;
      if (unwrapped.alive || unwrapped.partsAt(byte, before)) unwrapped.push(byte, base + at, before, state);
      if (unescaped.alive || opensEscape(byte)) unescaped.push(byte, base + at, before, state);
      parted = unwrapped.alive || unescaped.alive;
    }
    this.state = state;
  }

  private isLineFull(position: number): boolean {
    const end = position - this.base;
    const line = this.current.subarray(Math.max(0, end - LINE_TAIL), end);
    return endsFullLine(line.length < LINE_TAIL ? Buffer.concat([this.tail, line]) : line);
  }

  /** How many bytes can't belong to a secret that is still incomplete. */
  private safeIn(data: Buffer): number {
    const plain = data.length - (this.automaton.depth[this.state] ?? 0);
    return Math.min(plain, this.unwrapped.heldFrom - this.base, this.unescaped.heldFrom - this.base);
  }

  /** Merges overlapping matches into one span, so that two needles sharing bytes reveal nothing of either. */
  private addSpan(start: number, end: number): void {
    let span: MaskedSpan = { start, end, shown: false };
    for (let last = this.spans.at(-1); last && start < last.end; last = this.spans.at(-1)) {
      this.spans.pop();
      span = { start: Math.min(last.start, span.start), end: Math.max(last.end, span.end), shown: last.shown };
    }
    this.spans.push(span);
  }

  private release(data: Buffer, safe: number): Buffer {
    if (this.spans.length === 0) return data.subarray(0, safe);
    const parts: Buffer[] = [];
    const later: MaskedSpan[] = [];
    let at = 0;
    for (const span of this.spans) {
      if (span.start < safe) {
        parts.push(data.subarray(at, span.start));
        if (!span.shown) parts.push(MASK_BYTES);
        at = Math.min(span.end, safe);
      }
      if (span.end > safe) {
        later.push({
          start: Math.max(span.start - safe, 0),
          end: span.end - safe,
          shown: span.shown || span.start < safe,
        });
      }
    }
    parts.push(data.subarray(at, safe));
    this.spans = later;
    return Buffer.concat(parts);
  }
}
