import {
  close,
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  read,
  readSync,
  write,
  writev,
  writevSync,
} from "node:fs";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { MAX_CHUNK_BYTES, MAX_CHUNK_LINES } from "@/lib/protocol/log";
import { type Frame, frameHeader, readFrame } from "@/lib/protocol/log-frame";
import {
  after,
  type Border,
  CHUNK_LIMITS,
  ChunkBuilder,
  type ChunkLimits,
  type SpooledChunk,
  START,
} from "@/runner/spool/chunk";

/** Room for the headers of a chunk's frames, unless they are tiny. */
const HEADERS_BYTES = 8 * 1024;
const WINDOW_BYTES = MAX_CHUNK_BYTES + HEADERS_BYTES;
/**
 * So much is written and read synchronously: a few lines go no further than the system's memory, and a trip through the thread
 * pool costs several times the processor time. Nothing waits for the disk of a log that is long.
 */
const MAX_SYNC_BYTES = 4 * 1024;

const readLater = promisify(read);
const writeLater = promisify(write);
const writeAllLater = promisify(writev);
const closeLater = promisify(close);

/**
 * An attempt's log on disk, from which it is uploaded. It is append-only. When the disk is full, further lines stay in
 * memory, so that the log can still report what happened.
 */
export class Spool {
  /** Sparse index, so that a resend finds its line without reading everything. */
  private readonly marks: Border[] = [START];
  private readonly memory: Frame[] = [];
  private end: Border = START;
  private cursor: Border = START;
  private crc = 0;
  private size = 0;
  private writing: Promise<void> = Promise.resolve();
  private reading: Promise<void> = Promise.resolve();

  /** `file`: its descriptor; null: in memory. */
  private constructor(private file: number | null) {}

  static create(path: string): Spool {
    return new Spool(openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600));
  }

  static inMemory(): Spool {
    return new Spool(null);
  }

  /** Opens the spool of a dead process; cuts off an incomplete end and returns its size. */
  static async recover(path: string): Promise<{ spool: Spool; lostBytes: number }> {
    const file = openSync(path, constants.O_CREAT | constants.O_RDWR, 0o600);
    const spool = new Spool(file);
    await spool.readToEnd(file);
    const { size } = fstatSync(file);
    ftruncateSync(file, spool.end.offset);
    return { spool, lostBytes: size - spool.end.offset };
  }

  get lines(): number {
    return this.end.line;
  }

  /** Size of the lines, without what the file has beside them. */
  get bytes(): number {
    return this.size;
  }

  /** True when the lines from `line` on, of which none has been read, fill a chunk. */
  fillsChunk(line: number): boolean {
    return this.end.offset - this.cursor.offset >= MAX_CHUNK_BYTES || this.end.line - line >= MAX_CHUNK_LINES;
  }

  /** CRC-32 over every line followed by \n. */
  get checksum(): number {
    return this.crc;
  }

  /** Resolves when the frame is stored. Rejects once with the disk's error; the frame is then kept in memory. */
  append(frame: Frame): Promise<void> {
    const stored = this.writing.then(() => this.store(frame));
    // The caller gets the error; the following frames still have to be stored.
    this.writing = stored.catch(() => undefined);
    return stored;
  }

  /** As many lines starting at `line` as fit the limits; null when there are none. */
  async read(line: number, limits: ChunkLimits = CHUNK_LIMITS): Promise<SpooledChunk | null> {
    if (line >= this.end.line) return null;
    const chunk = new ChunkBuilder(this.cursor.line === line ? this.cursor : this.markBefore(line), line, limits);
    if (await this.feedFromFile(chunk, limits.bytes + HEADERS_BYTES)) this.feedFromMemory(chunk);
    this.cursor = chunk.border;
    return chunk.result;
  }

  async close(): Promise<void> {
    await this.writing;
    const { file } = this;
    this.file = null;
    // A descriptor that is closed may be another file's before the read has begun.
    await this.reading;
    // Everything important is uploaded; some file systems report a full disk only now.
    if (file !== null) await closeFile(file, this.end.offset).catch(() => undefined);
  }

  private async store(frame: Frame): Promise<void> {
    if (this.file === null || this.memory.length > 0) return this.remember(frame);
    const header = frameHeader(frame);
    try {
      await writeAll(this.file, [header, frame.bytes], this.end.offset);
    } catch (error) {
      this.remember(frame);
      throw error;
    }
    this.advance(frame, header.length + frame.bytes.length);
  }

  private remember(frame: Frame): void {
    this.memory.push(frame);
    this.moveEnd(frame, 0);
  }

  private advance(frame: Frame, size: number): void {
    this.moveEnd(frame, size);
    const last = this.marks.at(-1) ?? START;
    if (this.end.offset - last.offset >= WINDOW_BYTES) this.marks.push(this.end);
  }

  private moveEnd(frame: Frame, size: number): void {
    this.end = after(this.end, frame, size);
    this.crc = crc32(frame.bytes, this.crc);
    this.size += frame.bytes.length;
  }

  private markBefore(line: number): Border {
    return this.marks.findLast((mark) => mark.line <= line) ?? START;
  }

  /** True when the file is read to its end and the chunk has room left. */
  private async feedFromFile(chunk: ChunkBuilder, atOnce: number): Promise<boolean> {
    while (chunk.border.offset < this.end.offset) {
      const data = await this.window(chunk.border.offset, atOnce);
      let at = 0;
      for (let read = readFrame(data, 0); read; read = readFrame(data, at)) {
        if (!chunk.take(read.frame, read.next - at)) return false;
        at = read.next;
      }
      if (at === 0) throw new Error("the spool file is damaged");
    }
    return true;
  }

  private feedFromMemory(chunk: ChunkBuilder): void {
    let line = this.end.line - this.memory.reduce((sum, frame) => sum + frame.count, 0);
    for (const frame of this.memory) {
      if (line >= chunk.border.line && !chunk.take(frame, 0)) return;
      line += frame.count;
    }
  }

  private async window(offset: number, atOnce: number): Promise<Buffer> {
    if (this.file === null) throw new Error("the spool is closed");
    const window = readAt(this.file, Math.min(atOnce, this.end.offset - offset), offset);
    // Without their results: each would hold the window and, through the one before, every window of the log.
    this.reading = Promise.allSettled([this.reading, window]).then(() => undefined);
    return window;
  }

  /** Skips all complete frames. */
  private async readToEnd(file: number): Promise<void> {
    for (let before = -1; before < this.end.offset; ) {
      before = this.end.offset;
      const data = await readAt(file, WINDOW_BYTES, before);
      let at = 0;
      for (let read = readFrame(data, 0); read && isWhole(read.frame); read = readFrame(data, at)) {
        this.advance(read.frame, read.next - at);
        at = read.next;
      }
    }
  }
}

/** After truncation and overwriting, a header may not match its lines. */
const isWhole = (frame: Frame): boolean =>
  frame.count > 0 && frame.bytes.toString("latin1").split("\n").length === frame.count + 1;

/** A nearly full disk may write only a part without an error; the next write then fails. */
async function writeAll(file: number, parts: Buffer[], offset: number): Promise<void> {
  const bytesWritten = await writeParts(file, parts, offset);
  const record = bytesWritten < lengthOf(parts) ? Buffer.concat(parts) : Buffer.alloc(0);
  for (let written = bytesWritten; written < record.length; ) {
    written += (await writeLater(file, record, written, record.length - written, offset + written)).bytesWritten;
  }
}

async function writeParts(file: number, parts: Buffer[], offset: number): Promise<number> {
  if (lengthOf(parts) <= MAX_SYNC_BYTES) return writevSync(file, parts, offset);
  return (await writeAllLater(file, parts, offset)).bytesWritten;
}

async function closeFile(file: number, size: number): Promise<void> {
  if (size <= MAX_SYNC_BYTES) closeSync(file);
  else await closeLater(file);
}

const lengthOf = (parts: readonly Buffer[]): number => parts.reduce((sum, part) => sum + part.length, 0);

async function readAt(file: number, length: number, offset: number): Promise<Buffer> {
  const room = Buffer.allocUnsafe(length);
  const isShort = length <= MAX_SYNC_BYTES;
  const bytesRead = isShort
    ? readSync(file, room, 0, length, offset)
    : (await readLater(file, room, 0, length, offset)).bytesRead;
  return room.subarray(0, bytesRead);
}
