import { setTimeout as sleep } from "node:timers/promises";
import type { LogChunk } from "@/lib/protocol/log";
import { toLogChunk } from "@/lib/protocol/log-body";
import type { Spool } from "@/runner/spool";
import { CHUNK_LIMITS, type ChunkLimits, type SpooledChunk } from "@/runner/spool/chunk";
import { EagerLoop } from "@/runner/spool/eager";

export type UploadPorts = {
  /** Resolves with the next line to send; rejects when the server will never accept this log. */
  send(chunk: SpooledChunk): Promise<{ next_line: number }>;
  /** How much one call may carry now; absent: a chunk. */
  limits?(): ChunkLimits;
  /** How long after a call lines are collected for the next; absent: COLLECT_MS. */
  collectMs?: number;
  failed(error: unknown): void;
};

/** Lines that follow each other closely are sent together; the first after a silence leaves at once. */
const COLLECT_MS = 15;
/** Pause for a server that neither accepts a chunk nor requests another line. */
const STUCK_PAUSE_MS = 1_000;

/** Sends a spool to the server in order, one call at a time. */
export class SpoolUploader {
  private next = 0;
  private broken = false;
  /** What began the task was a call as well: its first lines are collected like others. */
  private sentAt = performance.now();
  /** Ends the pause in which lines are collected. */
  private hurry: (() => void) | null = null;
  /** Keep the last chunk, and the one that was kept. */
  private keepsLast = false;
  private last: SpooledChunk | null = null;
  private readonly loop = new EagerLoop(() => this.sendNext());

  constructor(
    private readonly spool: Spool,
    private readonly ports: UploadPorts,
  ) {}

  /** Call when the spool has grown. */
  wake(): void {
    if (this.hurry && this.spool.fillsChunk(this.next)) this.hurry();
    this.loop.wake();
  }

  /** Sends again, starting at the line that the server requested. */
  resumeFrom(line: number): void {
    this.next = line;
    this.wake();
  }

  /** Resolves when the server has every line, or never will. */
  drained(): Promise<void> {
    return this.sendAll({ keepsLast: false });
  }

  /** Sends everything but the last chunk and returns that; null if the server has every line, or never will. */
  async rest(): Promise<LogChunk | null> {
    await this.sendAll({ keepsLast: true });
    return this.last && toLogChunk(this.last.first_line, this.last.frames);
  }

  private async sendAll({ keepsLast }: { keepsLast: boolean }): Promise<void> {
    this.keepsLast = keepsLast;
    this.last = null;
    this.hurry?.();
    this.sentAt = Number.NEGATIVE_INFINITY;
    this.loop.wake();
    await this.loop.idle();
  }

  private async sendNext(): Promise<boolean> {
    if (this.broken || this.next >= this.spool.lines) return false;
    await this.collect();
    try {
      // The last chunk has to fit the call that ends the attempt.
      const isLast = this.keepsLast && !this.spool.fillsChunk(this.next);
      const chunk = await this.spool.read(this.next, isLast ? CHUNK_LIMITS : this.ports.limits?.());
      if (!chunk) throw new Error(`line ${this.next} is no longer in the spool`);
      if (isLast && chunk.next_line >= this.spool.lines) {
        this.last = chunk;
        return false;
      }
      await this.send(chunk);
    } catch (error) {
      this.broken = true;
      this.ports.failed(error);
    }
    return true;
  }

  /** Waits until the last chunk was sent a moment ago, unless the lines fill one or nothing else will come. */
  private async collect(): Promise<void> {
    const left = this.sentAt + (this.ports.collectMs ?? COLLECT_MS) - performance.now();
    if (left <= 0 || this.spool.fillsChunk(this.next)) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.hurry = resolve;
      timer = setTimeout(resolve, left);
    });
    clearTimeout(timer);
    this.hurry = null;
  }

  private async send(chunk: SpooledChunk): Promise<void> {
    const { next_line } = await this.ports.send(chunk);
    this.sentAt = performance.now();
    this.next = next_line;
    if (next_line === chunk.first_line) await sleep(STUCK_PAUSE_MS);
  }
}
