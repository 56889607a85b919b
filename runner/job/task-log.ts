import type { LogChunk } from "@/lib/protocol/log";
import type { FactReader } from "@/runner/apps/adapter";
import { Masker, type MaskingStream } from "@/runner/redact";
import type { Spool } from "@/runner/spool";
import { type Frame, toFrames } from "@/runner/spool/frame";
import { HeadAndTail, limitsOf } from "@/runner/spool/limit";
import { LineCutter, type Lines } from "@/runner/spool/lines";
import { Uploader } from "@/runner/spool/upload";

export type TaskLogPorts = {
  send(chunk: LogChunk): Promise<{ next_line: number }>;
  /** The disk takes no more; called once. */
  diskFailed(): void;
  /** The server will not take this log. */
  refused(error: unknown): void;
};

/** Takes the lines of a process that may hold a fact. */
type Watch = { trigger: Buffer; triggered: boolean; read(line: string): void };

/** The log of one attempt: bytes in, masked lines on disk and on their way to the server. */
export class TaskLog {
  private readonly limit: HeadAndTail;
  private readonly uploader: Uploader;
  private masker = new Masker([]);
  private masking: MaskingStream = this.masker.stream();
  private readonly cutter = new LineCutter();
  private watch: Watch | null = null;
  private stored: Promise<void> = Promise.resolve();
  private accepted: number;

  constructor(
    private readonly spool: Spool,
    private readonly ports: TaskLogPorts,
    maxBytes: number,
  ) {
    this.limit = new HeadAndTail(limitsOf(maxBytes));
    this.accepted = spool.lines;
    this.uploader = new Uploader(spool, { send: ports.send, failed: ports.refused });
  }

  /** Lines on disk. */
  get lines(): number {
    return this.spool.lines;
  }

  /** Number of the line that comes next, those still on their way to the disk counted. */
  get nextLine(): number {
    return this.accepted;
  }

  get checksum(): number {
    return this.spool.checksum;
  }

  /** To be called before anything that could print them. */
  hide(secrets: Iterable<string>): void {
    this.masker = new Masker(secrets);
    this.masking = this.masker.stream();
  }

  /** Hands the lines of the following output to a reader; null ends that. */
  watchFor(reader: FactReader | undefined, found: (line: string) => void): void {
    this.watch = reader ? { trigger: Buffer.from(reader.trigger), triggered: false, read: found } : null;
  }

  /** Output of a process. Resolves when it is stored; never rejects. */
  write(bytes: Buffer): Promise<void> {
    return this.store(this.cutter.push(this.masking.push(bytes)));
  }

  /** The process has ended: what was held back and an unfinished line are complete. */
  endOutput(): Promise<void> {
    void this.store(this.cutter.push(this.masking.end()));
    return this.store(this.cutter.end());
  }

  /** A line of the runner's own, after the output so far. */
  say(text: string): void {
    void this.endOutput();
    const own = new LineCutter();
    void this.store(own.push(Buffer.from(`${this.masker.mask(text)}\n`)));
  }

  /** Resolves when the server has everything said so far, or never will. */
  async drain(): Promise<void> {
    await this.stored;
    await this.uploader.drained();
  }

  /** Adds what the log's limit kept back. Nothing may be written after it. */
  async close(): Promise<void> {
    await this.endOutput();
    for (const frame of this.limit.rest()) await this.append(frame);
    this.uploader.wake();
  }

  resendFrom(line: number): void {
    this.uploader.resumeFrom(line);
  }

  release(): Promise<void> {
    return this.spool.close();
  }

  private store(lines: Lines | null): Promise<void> {
    if (lines) {
      this.showToWatch(lines);
      for (const frame of toFrames(lines, Date.now())) if (this.limit.passes(frame)) this.stored = this.append(frame);
    }
    return this.stored;
  }

  private append(frame: Frame): Promise<void> {
    this.accepted += frame.count;
    return this.spool
      .append(frame)
      .catch(() => {
        this.limit.close("the runner's disk is full");
        this.ports.diskFailed();
      })
      .then(() => this.uploader.wake());
  }

  private showToWatch(lines: Lines): void {
    const { watch } = this;
    if (!watch || !(watch.triggered || lines.bytes.includes(watch.trigger))) return;
    watch.triggered = true;
    for (const line of lines.bytes.toString().split("\n")) watch.read(line);
  }
}
