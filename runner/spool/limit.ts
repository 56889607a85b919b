import { MAX_LOG_LINES } from "@/lib/protocol/log";
import type { Frame } from "@/lib/protocol/log-frame";
import { NOTE_PREFIX } from "@/lib/protocol/runner-lines";

/** The end of a log is its most useful part. */
const TAIL_LINES = 10_000;
const TAIL_BYTES = 1024 * 1024;

export type LogLimits = { lines: number; bytes: number; tailLines: number; tailBytes: number };

export const limitsOf = (bytes: number): LogLimits => ({
  lines: MAX_LOG_LINES,
  bytes,
  tailLines: TAIL_LINES,
  tailBytes: TAIL_BYTES,
});

/** Limits a log: keeps its beginning, and of the rest only the end, which it returns when the log closes. */
export class HeadAndTail {
  private lines: number;
  private bytes: number;
  private closedBy: string | null = null;
  private tail: Frame[] = [];
  private tailLines = 0;
  private tailBytes = 0;
  private leftOut = 0;
  private isOver = false;

  /** `stored`: what the log already has, from an earlier process. */
  constructor(
    private readonly limits: LogLimits,
    stored = { lines: 0, bytes: 0 },
  ) {
    this.lines = stored.lines;
    this.bytes = stored.bytes;
  }

  /** True when the frame belongs to the beginning; otherwise it is kept here, evicting older ones. */
  passes(frame: Frame): boolean {
    if (this.isOver) return true;
    this.lines += frame.count;
    this.bytes += frame.bytes.length;
    if (this.lines > this.limits.lines || this.bytes > this.limits.bytes) this.close("the log is too long");
    if (this.closedBy === null) return true;
    this.keep(frame);
    return false;
  }

  /** False once frames are left out, or may be. */
  get isOpen(): boolean {
    return this.closedBy === null;
  }

  /** Lets no more frames pass; `reason` appears where lines are missing. */
  close(reason: string): void {
    this.closedBy ??= reason;
  }

  /** The frames to store when the output has ended: a line that reports the gap, and the tail. What follows them passes. */
  rest(): Frame[] {
    this.isOver = true;
    if (this.leftOut === 0) return this.tail;
    const text = `${NOTE_PREFIX}${this.leftOut} lines are left out here, because ${this.closedBy}\n`;
    const gap: Frame = { bytes: Buffer.from(text), count: 1, time: this.tail[0]?.time ?? Date.now() };
    return [gap, ...this.tail];
  }

  private keep(frame: Frame): void {
    this.tail.push({ ...frame, bytes: Buffer.from(frame.bytes) });
    this.tailLines += frame.count;
    this.tailBytes += frame.bytes.length;
    while (this.tailLines > this.limits.tailLines || this.tailBytes > this.limits.tailBytes) {
      const oldest = this.tail.shift();
      if (!oldest) return;
      this.tailLines -= oldest.count;
      this.tailBytes -= oldest.bytes.length;
      this.leftOut += oldest.count;
    }
  }
}
