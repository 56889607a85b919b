import type { Lines } from "@/lib/redact/lines";

/** Lines that arrived together. In the spool file a header line `<lines> <time> <bytes>` precedes them. */
export type Frame = Lines & { time: number };

/** Small enough that two always fit one chunk of the protocol. */
const MAX_FRAME_BYTES = 32 * 1024;
const MAX_FRAME_LINES = 2_500;
const NEWLINE = 10;
const HEADER = /^(\d{1,9}) (-?\d{1,16}) (\d{1,9})$/;
/** Longer than any header. */
const MAX_HEADER_BYTES = 40;

export const frameHeader = (frame: Frame): Buffer =>
  Buffer.from(`${frame.count} ${frame.time} ${frame.bytes.length}\n`);

/** Parses the header at `at`; null when the data holds no complete one. The lines' `bytes` begin at `start`. */
function readHeader(data: Buffer, at: number): { count: number; time: number; bytes: number; start: number } | null {
  const end = data.subarray(at, at + MAX_HEADER_BYTES).indexOf(NEWLINE);
  const header = end < 0 ? null : HEADER.exec(data.toString("latin1", at, at + end));
  if (!header) return null;
  return { count: Number(header[1]), time: Number(header[2]), bytes: Number(header[3]), start: at + end + 1 };
}

/** The complete frame at `at`, and where the next begins. */
export function readFrame(data: Buffer, at: number): { frame: Frame; next: number } | null {
  const header = readHeader(data, at);
  const next = header ? header.start + header.bytes : Number.POSITIVE_INFINITY;
  if (!header || next > data.length) return null;
  return { frame: { bytes: data.subarray(header.start, next), count: header.count, time: header.time }, next };
}

/** Splits lines into pieces that fit a chunk. */
export function toFrames(lines: Lines, time: number): Frame[] {
  if (lines.bytes.length <= MAX_FRAME_BYTES && lines.count <= MAX_FRAME_LINES) return [{ ...lines, time }];
  const frames: Frame[] = [];
  let start = 0;
  let count = 0;
  for (let at = 0, end = 0; at < lines.bytes.length; at = end) {
    end = lines.bytes.indexOf(NEWLINE, at) + 1;
    if (count > 0 && (end - start > MAX_FRAME_BYTES || count === MAX_FRAME_LINES)) {
      frames.push({ bytes: lines.bytes.subarray(start, at), count, time });
      start = at;
      count = 0;
    }
    count++;
  }
  frames.push({ bytes: lines.bytes.subarray(start), count, time });
  return frames;
}

/** The frame without its first `lines` lines. */
export function skipLines(frame: Frame, lines: number): Frame {
  let start = 0;
  for (let skipped = 0; skipped < lines; skipped++) start = frame.bytes.indexOf(NEWLINE, start) + 1;
  return { bytes: frame.bytes.subarray(start), count: frame.count - lines, time: frame.time };
}
