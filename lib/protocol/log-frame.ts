/** Lines that arrived together, each ended by \n. In a spool and on the wire a header line `<lines> <time> <bytes>` precedes them. */
export type Frame = { bytes: Buffer; count: number; time: number };

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
