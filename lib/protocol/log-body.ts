import { type LogChunk, MAX_CHUNK_BYTES, MAX_CHUNK_LINES, toOffset } from "@/lib/protocol/log";
import { type Frame, frameHeader, readFrame } from "@/lib/protocol/log-frame";

/** The media type of log lines as they are: a line `<attempt> <first line>`, then frames. */
export const LOG_TYPE = "application/vnd.signalbox.log";

const NEWLINE = 10;
const HEAD = /^(\d{1,9}) (\d{1,9})$/;
/** Longer than any head. */
const MAX_HEAD_BYTES = 24;
/** Beyond what a Date can hold; the schema of a chunk decides about the rest. */
const MAX_TIME = 8.64e15;

/** What LogRequest says as JSON. */
export type LogBody = LogChunk & { attempt: number; further: LogChunk[] };

export const writeLogBody = (attempt: number, first_line: number, frames: readonly Frame[]): Buffer =>
  Buffer.concat([
    Buffer.from(`${attempt} ${first_line}\n`),
    ...frames.flatMap((frame) => [frameHeader(frame), frame.bytes]),
  ]);

/** The lines in chunks that may be stored; null if this is no such body. */
export function readLogBody(body: Buffer): LogBody | null {
  const end = body.subarray(0, MAX_HEAD_BYTES).indexOf(NEWLINE);
  const head = HEAD.exec(body.toString("latin1", 0, Math.max(end, 0)));
  const frames = head && readFrames(body, end + 1);
  if (!head || !frames) return null;
  const [first, ...further] = chunksOf(Number(head[2]), frames);
  return first ? { attempt: Number(head[1]), ...first, further } : null;
}

function readFrames(body: Buffer, start: number): Frame[] | null {
  const frames: Frame[] = [];
  let at = start;
  for (let read = readFrame(body, at); read; read = readFrame(body, at)) {
    const { frame, next } = read;
    if (!isPlausible(frame)) return null;
    frames.push(frame);
    at = next;
  }
  return frames.length > 0 && at === body.length ? frames : null;
}

/** The number of lines is compared with the text later, but memory is taken for it before. */
const isPlausible = ({ bytes, count, time }: Frame): boolean =>
  count > 0 && count <= bytes.length && bytes.at(-1) === NEWLINE && Math.abs(time) <= MAX_TIME;

function* chunksOf(firstLine: number, frames: readonly Frame[]): Generator<LogChunk> {
  let first = firstLine;
  let part: Frame[] = [];
  let size = { bytes: 0, lines: 0 };
  for (const frame of frames) {
    const { bytes, count } = frame;
    if (part.length > 0 && (size.bytes + bytes.length > MAX_CHUNK_BYTES || size.lines + count > MAX_CHUNK_LINES)) {
      yield toLogChunk(first, part);
      first += size.lines;
      [part, size] = [[], { bytes: 0, lines: 0 }];
    }
    part.push(frame);
    size = { bytes: size.bytes + bytes.length, lines: size.lines + count };
  }
  yield toLogChunk(first, part);
}

export function toLogChunk(first_line: number, frames: readonly Frame[]): LogChunk {
  const base = frames[0]?.time ?? Date.now();
  return {
    first_line,
    time: new Date(base).toISOString(),
    offsets: frames.flatMap((frame) => new Array<number>(frame.count).fill(toOffset(frame.time - base))),
    text: textOf(frames),
  };
}

/** Lines are put together here, because what is allocated for each chunk makes V8 collect garbage again and again. */
let room = Buffer.alloc(0);

/** Without the last line's end. */
function textOf(frames: readonly Frame[]): string {
  const size = frames.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (room.length < size) room = Buffer.allocUnsafeSlow(Math.max(size, MAX_CHUNK_BYTES));
  let end = 0;
  for (const { bytes } of frames) end += bytes.copy(room, end);
  return room.toString("utf8", 0, end - 1);
}
