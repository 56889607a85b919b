import type { LogChunk } from "@/lib/protocol/runner";

export type { LogChunk };

/** A longer line is cut into several by the runner. */
export const MAX_LINE_BYTES = 16 * 1024;
/** Text of one chunk; the uploader closes a chunk before it grows past this. */
export const MAX_CHUNK_BYTES = 64 * 1024;

export type LogLine = { line: number; time: string; output: string };

/** The lines of a chunk in order. */
export function chunkLines(chunk: LogChunk): LogLine[] {
  const base = Date.parse(chunk.time);
  return chunk.text.split("\n").map((output, index) => ({
    line: chunk.first_line + index,
    time: new Date(base + (chunk.offsets[index] ?? 0)).toISOString(),
    output,
  }));
}
