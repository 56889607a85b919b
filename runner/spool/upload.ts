import type { LogChunk } from "@/lib/protocol/log";
import type { Spool } from "@/runner/spool";
import type { SpooledChunk } from "@/runner/spool/chunk";
import { EagerLoop } from "@/runner/spool/eager";

export type UploadPorts = {
  /** Resolves with the next line to send; rejects when the server will never accept this log. */
  send(chunk: LogChunk): Promise<{ next_line: number }>;
  failed(error: unknown): void;
};

/** Pause for a server that neither accepts a chunk nor requests another line. */
const STUCK_PAUSE_MS = 1_000;
const LONGEST_OFFSET = 2 ** 31 - 1;

/** Sends a spool to the server in order, one chunk at a time. */
export class Uploader {
  private next = 0;
  private broken = false;
  private readonly loop = new EagerLoop(() => this.sendNext());

  constructor(
    private readonly spool: Spool,
    private readonly ports: UploadPorts,
  ) {}

  /** Call when the spool has grown. */
  wake(): void {
    this.loop.wake();
  }

  /** Sends again, starting at the line that the server requested. */
  resumeFrom(line: number): void {
    this.next = line;
    this.wake();
  }

  /** Resolves when the server has every line, or never will. */
  async drained(): Promise<void> {
    this.wake();
    await this.loop.idle();
  }

  private async sendNext(): Promise<boolean> {
    if (this.broken || this.next >= this.spool.lines) return false;
    try {
      await this.sendFrom(this.next);
    } catch (error) {
      this.broken = true;
      this.ports.failed(error);
    }
    return true;
  }

  private async sendFrom(line: number): Promise<void> {
    const chunk = await this.spool.read(line);
    if (!chunk) throw new Error(`line ${line} is no longer in the spool`);
    const reply = await this.ports.send(toLogChunk(chunk));
    this.next = reply.next_line;
    if (this.next === line) await new Promise((resolve) => setTimeout(resolve, STUCK_PAUSE_MS));
  }
}

/** A clock that was off by years may be corrected between two lines. */
const toOffset = (milliseconds: number): number => Math.min(Math.max(milliseconds, -LONGEST_OFFSET), LONGEST_OFFSET);

function toLogChunk(chunk: SpooledChunk): LogChunk {
  const base = chunk.frames[0]?.time ?? Date.now();
  const text = Buffer.concat(chunk.frames.map((frame) => frame.bytes)).toString();
  return {
    first_line: chunk.first_line,
    time: new Date(base).toISOString(),
    offsets: chunk.frames.flatMap((frame) => new Array<number>(frame.count).fill(toOffset(frame.time - base))),
    text: text.slice(0, -1),
  };
}
