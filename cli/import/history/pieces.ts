import { type LogChunk, MAX_LOG_BYTES, MAX_LOG_LINES } from "@/lib/protocol/log";
import { chunksOf, cleanLines, type Line, LOG_FULL } from "@/lib/task/log/line-chunks";

/** What is sent at once. */
const PIECE_BYTES = 512 * 1024;
const PIECE_LINES = 5_000;

export type Piece = { chunks: LogChunk[]; complete: boolean };

/** A log of any length in pieces, of which the last is complete. */
export async function* piecesOf(log: AsyncIterable<Line>): AsyncGenerator<Piece> {
  let sent = 0;
  let lines: Line[] = [];
  let size = 0;
  for await (const line of cleaned(log)) {
    lines.push(line);
    size += Buffer.byteLength(line.text) + 1;
    if (size < PIECE_BYTES && lines.length < PIECE_LINES) continue;
    yield { chunks: numbered(lines, sent), complete: false };
    sent += lines.length;
    [lines, size] = [[], 0];
  }
  yield { chunks: numbered(lines, sent), complete: true };
}

/** Lines that can be stored, as many as our own runners keep. */
async function* cleaned(log: AsyncIterable<Line>): AsyncGenerator<Line> {
  let bytes = 0;
  let count = 0;
  for await (const { text, time } of log) {
    for (const line of cleanLines(text)) {
      bytes += Buffer.byteLength(line) + 1;
      count++;
      const isFull = bytes > MAX_LOG_BYTES || count >= MAX_LOG_LINES;
      yield { text: isFull ? LOG_FULL : line, time };
      if (isFull) return;
    }
  }
}

function numbered(lines: readonly Line[], first: number): LogChunk[] {
  let first_line = first;
  return [...chunksOf(lines)].map((chunk) => {
    const numberedChunk = { first_line, ...chunk };
    first_line += chunk.offsets.length;
    return numberedChunk;
  });
}
