/** As much as is kept of a log, unless a runner is set to another number of bytes. */
export const MAX_LOG_BYTES = 256 * 1024 * 1024;
/** Browsers can't scroll through more lines. */
export const MAX_LOG_LINES = 1_500_000;
/** The runner splits longer lines. */
export const MAX_LINE_BYTES = 16 * 1024;
/** Maximum text of one chunk; the uploader closes a chunk before it exceeds this. */
export const MAX_CHUNK_BYTES = 64 * 1024;
export const MAX_CHUNK_LINES = 5_000;
/** The server refuses a chunk with more lines. */
export const MAX_STORED_CHUNK_LINES = 20_000;
/** Maximum of a body that brings several chunks at once. */
export const MAX_LOG_BODY_BYTES = 1024 * 1024;

/** The year 9000. A later time is a mistake of a clock; chunks add offsets, and years have four digits. */
export const MAX_INSTANT = 221_845_392_000_000;
const MAX_OFFSET = 2_147_483_647;

/** Consecutive lines of a log. Line numbers start at 0; `text` joins the lines with \n, without a final one. */
export type LogChunk = {
  first_line: number;
  /** Time of the first line, RFC 3339; `offsets` holds those of the others, in milliseconds. */
  time: string;
  /** One entry per line, so its length is the line count. */
  offsets: number[];
  text: string;
};

/** An offset that can be stored: a clock that was off by years may be corrected between two lines. */
export const toOffset = (milliseconds: number): number => Math.min(Math.max(milliseconds, -MAX_OFFSET), MAX_OFFSET);

export type LogLine = { line: number; time: string; output: string };

export function chunkLines(chunk: LogChunk): LogLine[] {
  const base = Date.parse(chunk.time);
  return chunk.text.split("\n").map((output, index) => ({
    line: chunk.first_line + index,
    time: new Date(base + (chunk.offsets[index] ?? 0)).toISOString(),
    output,
  }));
}
