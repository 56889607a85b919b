import { type LogChunk, MAX_CHUNK_BYTES, MAX_INSTANT, MAX_STORED_CHUNK_LINES, toOffset } from "@/lib/protocol/log";
import { NOTE_PREFIX } from "@/lib/protocol/runner-lines";
import { LineCutter } from "@/lib/redact/lines";

/** A line of a log that another product wrote, with its time. */
export type Line = { text: string; time: number };

export const LOG_FULL = `${NOTE_PREFIX}this log is too long; the rest is left out`;

/** By the other product's clock, if that can be. */
export function instantOf(time: string): number {
  const at = Date.parse(time);
  return at >= 0 && at <= MAX_INSTANT ? at : Date.now();
}

/** A line as lines that the database can hold. */
export function cleanLines(text: string): string[] {
  const lines = new LineCutter().push(Buffer.from(`${text}\n`));
  return lines?.bytes.toString().slice(0, -1).split("\n") ?? [];
}

/** Lines as chunks that may be stored. */
export function* chunksOf(lines: readonly Line[]): Generator<Omit<LogChunk, "first_line">> {
  let part: Line[] = [];
  let size = 0;
  for (const line of lines) {
    const bytes = Buffer.byteLength(line.text) + 1;
    if (part.length === MAX_STORED_CHUNK_LINES || (part.length > 0 && size + bytes > MAX_CHUNK_BYTES)) {
      yield chunkOf(part);
      [part, size] = [[], 0];
    }
    part.push(line);
    size += bytes;
  }
  if (part.length > 0) yield chunkOf(part);
}

function chunkOf(lines: readonly Line[]): Omit<LogChunk, "first_line"> {
  const first = lines[0]?.time ?? Date.now();
  return {
    time: new Date(first).toISOString(),
    offsets: lines.map(({ time }) => toOffset(time - first)),
    text: lines.map(({ text }) => text).join("\n"),
  };
}
