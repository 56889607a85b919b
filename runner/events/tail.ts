import { type FileHandle, open } from "node:fs/promises";

const NEWLINE = 10;
const READ_BYTES = 256 * 1024;
/** A line without end is not the plugin's. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

/** Reads the lines of a file that another process appends to. */
export class Tail {
  /** The file was shortened: lines of it may be lost. */
  hasLost = false;
  private offset = 0;
  private rest: Buffer = Buffer.alloc(0);

  private constructor(private readonly file: FileHandle) {}

  /** Before the other process runs, which could put something else there. */
  static async open(path: string): Promise<Tail> {
    return new Tail(await open(path, "r"));
  }

  /** The complete lines that were appended since the last call, a part of them at a time; empty: there are none now. */
  async read(): Promise<string[]> {
    for (;;) {
      const { buffer, bytesRead } = await this.file.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, this.offset);
      if (bytesRead === 0 && !(await this.isShortened())) return [];
      this.offset += bytesRead;
      const data = Buffer.concat([this.rest, buffer.subarray(0, bytesRead)]);
      const end = data.lastIndexOf(NEWLINE);
      this.rest = Buffer.from(data.subarray(end + 1));
      if (this.rest.length > MAX_LINE_BYTES) this.rest = Buffer.alloc(0);
      if (end >= 0) return data.toString("utf8", 0, end).split("\n");
    }
  }

  /** If so, the file is read again from its beginning, where another process appends. */
  private async isShortened(): Promise<boolean> {
    const { size } = await this.file.stat();
    if (size >= this.offset) return false;
    this.hasLost = true;
    this.offset = 0;
    this.rest = Buffer.alloc(0);
    return true;
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
