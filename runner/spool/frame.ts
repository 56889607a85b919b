import type { Frame } from "@/lib/protocol/log-frame";
import type { Lines } from "@/lib/redact/lines";

/** Small enough that two always fit one chunk of the protocol. */
const MAX_FRAME_BYTES = 32 * 1024;
const MAX_FRAME_LINES = 2_500;
const NEWLINE = 10;
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
