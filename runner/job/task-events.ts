import { MAX_EVENTS } from "@/lib/protocol/events";
import { Spool } from "@/runner/spool";
import { toFrames } from "@/runner/spool/frame";
import { SpoolUploader, type UploadPorts } from "@/runner/spool/upload";
import { exists } from "@/runner/tree";

export type TaskEventsPorts = Pick<UploadPorts, "send" | "limits"> & {
  /** Whether the server takes events. */
  wanted: boolean;
  /** More bytes are only results without details. */
  maxBytes: number;
  diskFailed(): void;
  /** The server refuses them: the task goes on without. */
  refused(error: unknown): void;
};

/** Screens show them soon enough, and a call carries many. */
const COLLECT_MS = 300;

/** The events of one attempt: a spool and an upload of their own beside the log's. */
export class TaskEvents {
  private spool: Spool | null = null;
  private uploader: SpoolUploader | null = null;
  private written: Promise<void> = Promise.resolve();
  private bytes = 0;
  private count = 0;
  private broken = false;

  /** `path`: of the spool, which is made with the first event; null: in memory. */
  constructor(
    private readonly path: string | null,
    private readonly ports: TaskEventsPorts,
  ) {}

  /** The events of a dead process, if there are any. */
  static async recover(path: string, ports: TaskEventsPorts): Promise<TaskEvents> {
    const events = new TaskEvents(path, ports);
    if (!(await exists(path))) return events;
    const { spool } = await Spool.recover(path);
    events.count = spool.lines;
    events.bytes = spool.bytes;
    events.use(spool);
    return events;
  }

  get wanted(): boolean {
    return this.ports.wanted && !this.broken;
  }

  /** Details no longer fit. */
  get isFull(): boolean {
    return this.bytes > this.ports.maxBytes;
  }

  /** Appends events, each a line of JSON; false: no more are taken. Resolves when they are stored. */
  async add(events: readonly string[]): Promise<boolean> {
    const room = events.slice(0, Math.max(MAX_EVENTS - this.count, 0));
    if (room.length > 0) await this.store(room);
    return room.length === events.length;
  }

  /** For the call that ends the attempt; undefined: there are none. */
  get total(): { total: number; checksum: number } | undefined {
    const { spool, broken } = this;
    return spool && !broken && spool.lines > 0 ? { total: spool.lines, checksum: spool.checksum } : undefined;
  }

  resendFrom(event: number): void {
    this.uploader?.resumeFrom(event);
  }

  /** Resolves when the server has every event, or never will. */
  async drain(): Promise<void> {
    await this.written;
    await this.uploader?.drained();
  }

  async release(): Promise<void> {
    await this.spool?.close();
  }

  private async store(events: readonly string[]): Promise<void> {
    const spool = this.spool ?? this.use(this.create());
    const bytes = Buffer.from(`${events.join("\n")}\n`);
    this.bytes += bytes.length;
    this.count += events.length;
    for (const frame of toFrames({ bytes, count: events.length }, Date.now())) {
      this.written = spool.append(frame).catch(() => this.ports.diskFailed());
    }
    await this.written;
    this.uploader?.wake();
  }

  private create(): Spool {
    if (this.path === null) return Spool.inMemory();
    try {
      return Spool.create(this.path);
    } catch {
      this.ports.diskFailed();
      return Spool.inMemory();
    }
  }

  private use(spool: Spool): Spool {
    const { ports } = this;
    const failed = (error: unknown) => {
      this.broken = true;
      ports.refused(error);
    };
    this.spool = spool;
    this.uploader = new SpoolUploader(spool, { ...ports, collectMs: COLLECT_MS, failed });
    return spool;
  }
}
