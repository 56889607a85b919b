import type { LogChunk } from "@/lib/protocol/log";
import type { Frame } from "@/lib/protocol/log-frame";
import { NOTE_PREFIX } from "@/lib/protocol/runner-lines";
import { cleanText, LineCutter, type Lines } from "@/lib/redact/lines";
import { Masker, type MaskingStream } from "@/lib/redact/masker";
import type { FactReader } from "@/runner/apps/adapter";
import type { Marks } from "@/runner/events/marks";
import type { Spool } from "@/runner/spool";
import { toFrames } from "@/runner/spool/frame";
import { HeadAndTail, limitsOf } from "@/runner/spool/limit";
import { SpoolUploader, type UploadPorts } from "@/runner/spool/upload";

export type TaskLogPorts = Pick<UploadPorts, "send" | "limits"> & {
  /** The disk is full or failing; called once. */
  diskFailed(): void;
  /** The server rejects this log. */
  refused(error: unknown): void;
};

/** Passes process output to a fact reader from the first line with a trigger. */
type Watch = { trigger: Buffer; triggered: boolean; read(line: string): void };

/** The log of one attempt: takes bytes, stores masked lines on disk and uploads them. */
export class TaskLog {
  private readonly limit: HeadAndTail;
  private readonly uploader: SpoolUploader;
  private masker = new Masker([]);
  private masking: MaskingStream = this.masker.stream();
  private readonly cutter = new LineCutter();
  private watch: Watch | null = null;
  private marks: Marks | null = null;
  private stored: Promise<void> = Promise.resolve();
  private accepted: number;

  constructor(
    private readonly spool: Spool,
    private readonly ports: TaskLogPorts,
    maxBytes: number,
  ) {
    this.limit = new HeadAndTail(limitsOf(maxBytes), spool);
    this.accepted = spool.lines;
    this.uploader = new SpoolUploader(spool, { ...ports, failed: ports.refused });
  }

  /** Lines on disk. */
  get lines(): number {
    return this.spool.lines;
  }

  /** Number of the next line, including those not yet written to disk. */
  get nextLine(): number {
    return this.accepted;
  }

  get checksum(): number {
    return this.spool.checksum;
  }

  /** Registers secrets to mask; call it before anything can print them. */
  hide(secrets: Iterable<string>): void {
    this.masker = new Masker(secrets);
    this.masking = this.masker.stream();
  }

  /** A text of which no more may leave than of the log; of one that goes on, without what may be the beginning of a secret. */
  mask(text: string, goesOn = false): string {
    return goesOn ? this.masker.stream().push(Buffer.from(text)).toString() : this.masker.mask(text);
  }

  /** Whether a text contains something that the log would mask. */
  holdsSecret(text: string): boolean {
    return this.masker.locate(Buffer.from(text)).spans.length > 0;
  }

  /** Passes the lines of the following output to a reader; undefined stops that. */
  watchFor(reader: FactReader | undefined, found: (line: string) => void): void {
    this.watch = reader ? { trigger: Buffer.from(reader.trigger), triggered: false, read: found } : null;
  }

  /** Removes a program's marks from the following output; null stops that. */
  stripMarks(marks: Marks | null): void {
    this.marks = marks;
  }

  /** The text as the log would show it: without secrets and NUL. `goesOn` as for `mask`. */
  clean(text: string, goesOn = false): string {
    return cleanText(this.mask(text, goesOn));
  }

  /** Writes process output. Resolves when it is stored; never rejects. */
  write(bytes: Buffer): Promise<void> {
    return this.store(this.cutter.push(this.masking.push(bytes)));
  }

  /** Call when the process has ended: completes held-back bytes and an unfinished line. */
  endOutput(): Promise<void> {
    void this.store(this.cutter.push(this.masking.end()));
    return this.store(this.cutter.end(), { unfinished: true });
  }

  /** Writes a line of the runner's own that NOTE_PREFIX tells apart from output, after the output so far. */
  note(text: string): void {
    this.say(`${NOTE_PREFIX}${text}`);
  }

  /**
   * Writes a line of the runner's own without the prefix, such as the command that runs; before a line that a program has not
   * ended yet, because a half of a secret can't be told.
   */
  say(text: string): void {
    const own = new LineCutter();
    void this.store(own.push(Buffer.from(`${this.masker.mask(text)}\n`)));
  }

  /** Resolves when the server has everything written so far, or never will. */
  async drain(): Promise<void> {
    await this.stored;
    await this.uploader.drained();
  }

  /** Like drain, but keeps the last chunk and returns it, for the call that ends the attempt. */
  async rest(): Promise<LogChunk | null> {
    await this.stored;
    return this.uploader.rest();
  }

  /** Stores the lines that the log's limit held back; only lines of the runner's own may follow. Call it once. */
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

  private store(written: Lines | null, { unfinished = false } = {}): Promise<void> {
    const first = this.limit.isOpen ? this.accepted : null;
    const lines = written && this.marks ? this.marks.strip(written, first, unfinished) : written;
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
