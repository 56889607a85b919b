import { type Automaton, compileAutomaton } from "@/runner/redact/automaton";
import { needlesFor } from "@/runner/redact/needles";

const MASK = Buffer.from("****");

/** Part of the text that is masked; `shown`: its mask has been written already. */
type Span = { start: number; end: number; shown: boolean };

/** Masks a task's secrets in streams and in single texts. */
export class Masker {
  private readonly automaton: Automaton;

  constructor(secrets: Iterable<string>) {
    this.automaton = compileAutomaton(needlesFor(secrets));
  }

  stream(): MaskingStream {
    return new MaskingStream(this.automaton);
  }

  mask(text: string): string {
    const stream = this.stream();
    return Buffer.concat([stream.push(Buffer.from(text)), stream.end()]).toString();
  }
}

/**
 * Replaces secrets in a byte stream, wherever it is cut. It holds back only those last bytes that may turn out
 * to begin a secret, so everything else goes on at once and no timer is needed.
 */
export class MaskingStream {
  private held: Buffer = Buffer.alloc(0);
  private state = 0;
  private spans: Span[] = [];

  constructor(private readonly automaton: Automaton) {}

  push(chunk: Buffer): Buffer {
    const data = this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk;
    this.scan(data, this.held.length);
    const safe = data.length - (this.automaton.depth[this.state] ?? 0);
    const ready = this.release(data, safe);
    this.held = safe < data.length ? Buffer.from(data.subarray(safe)) : Buffer.alloc(0);
    return ready;
  }

  /** What was held back; the stream starts afresh. */
  end(): Buffer {
    const rest = this.release(this.held, this.held.length);
    this.held = Buffer.alloc(0);
    this.state = 0;
    this.spans = [];
    return rest;
  }

  private scan(data: Buffer, from: number): void {
    const { step, match } = this.automaton;
    let state = this.state;
    for (let at = from; at < data.length; at++) {
      state = step(state, data[at] as number);
      const length = match[state] as number;
      if (length > 0) this.addSpan(at + 1 - length, at + 1);
    }
    this.state = state;
  }

  /** Matches that overlap become one span, so that two needles sharing bytes leave nothing of either. */
  private addSpan(start: number, end: number): void {
    let span: Span = { start, end, shown: false };
    for (let last = this.spans.at(-1); last && start < last.end; last = this.spans.at(-1)) {
      this.spans.pop();
      span = { start: Math.min(last.start, span.start), end, shown: last.shown };
    }
    this.spans.push(span);
  }

  private release(data: Buffer, safe: number): Buffer {
    if (this.spans.length === 0) return data.subarray(0, safe);
    const parts: Buffer[] = [];
    const later: Span[] = [];
    let at = 0;
    for (const span of this.spans) {
      if (span.start < safe) {
        parts.push(data.subarray(at, span.start));
        if (!span.shown) parts.push(MASK);
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
