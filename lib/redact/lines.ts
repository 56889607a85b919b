import { isUtf8 } from "node:buffer";
import { MAX_LINE_BYTES } from "@/lib/protocol/log";

const NEWLINE = 10;
/** Secrets recognized by their syntax: `scheme://user:password@` and `Authorization: …`. */
const USERINFO = /([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@:"']*:[^\s/@"']+@/gi;
const AUTHORIZATION = /(authorization["']?\s*[:=]\s*["']?(?:basic|bearer|token)\s+)[^\s"',]+/gi;

/** Complete lines, each ended by \n: valid UTF-8, no NUL, none longer than the protocol allows. */
export type Lines = { bytes: Buffer; count: number };

/** A text as a log would show it, once the task's secrets are masked: without other secrets and NUL. */
export const cleanText = (text: string): string => cleanBytes(Buffer.from(text)).toString();

/** Splits a byte stream into lines; keeps an unfinished line until its end arrives. */
export class LineCutter {
  private rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): Lines | null {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) return this.extendRest(chunk);
    const complete = Buffer.concat([this.rest, chunk.subarray(0, end)]);
    this.rest = Buffer.from(chunk.subarray(end));
    return toLines(complete);
  }

  /** The unfinished line, now complete. */
  end(): Lines | null {
    if (this.rest.length === 0) return null;
    const last = Buffer.concat([this.rest, Buffer.from("\n")]);
    this.rest = Buffer.alloc(0);
    return toLines(last);
  }

  private extendRest(chunk: Buffer): Lines | null {
    const line = Buffer.concat([this.rest, chunk]);
    let cut = 0;
    while (line.length - cut > MAX_LINE_BYTES) cut = characterBorder(line, cut + MAX_LINE_BYTES);
    this.rest = line.subarray(cut);
    return cut === 0 ? null : toLines(Buffer.concat([line.subarray(0, cut), Buffer.from("\n")]));
  }
}

function toLines(raw: Buffer): Lines {
  return cutLongLines(cleanBytes(raw));
}

const cleanBytes = (raw: Buffer): Buffer => maskPatterns(dropCarriageReturns(toCleanUtf8(raw)));

/** Postgres rejects NUL; invalid UTF-8 becomes replacement characters. */
function toCleanUtf8(raw: Buffer): Buffer {
  if (isUtf8(raw) && !raw.includes(0)) return raw;
  return Buffer.from(raw.toString("utf8").replaceAll("\0", "\ufffd"));
}

/** Starts at the first of several \r: starting at each of them would be quadratic. */
function dropCarriageReturns(bytes: Buffer): Buffer {
  return bytes.includes("\r\n") ? rewrite(bytes, (text) => text.replace(/(?<!\r)\r+\n/g, "\n")) : bytes;
}

function maskPatterns(bytes: Buffer): Buffer {
  const userinfo = bytes.includes("://") && bytes.includes("@");
  const authorization = bytes.includes("uthorization") || bytes.includes("AUTHORIZATION");
  if (!userinfo && !authorization) return bytes;
  return rewrite(bytes, (text) => text.replace(USERINFO, "$1****@").replace(AUTHORIZATION, "$1****"));
}

/** As latin1, where one character is one byte: the expressions are ASCII and other bytes pass unchanged. */
const rewrite = (bytes: Buffer, change: (text: string) => string): Buffer =>
  Buffer.from(change(bytes.toString("latin1")), "latin1");

function cutLongLines(bytes: Buffer): Lines {
  let count = 0;
  let start = 0;
  let tooLong = false;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, start)) {
    if (at - start > MAX_LINE_BYTES) tooLong = true;
    count++;
    start = at + 1;
  }
  return tooLong ? splitLongLines(bytes) : { bytes, count };
}

function splitLongLines(bytes: Buffer): Lines {
  const newline = Buffer.from("\n");
  const parts: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(NEWLINE, at);
    const cut = end - at > MAX_LINE_BYTES ? characterBorder(bytes, at + MAX_LINE_BYTES) : end;
    parts.push(bytes.subarray(at, cut), newline);
    at = cut === end ? end + 1 : cut;
  }
  return { bytes: Buffer.concat(parts), count: parts.length / 2 };
}

/** The last position at or before `at` that is not inside a UTF-8 character. */
function characterBorder(bytes: Buffer, at: number): number {
  for (let back = 1; back <= 3; back++) {
    const byte = bytes[at - back] ?? 0;
    if (byte < 0x80) return at;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? at - back : at;
  }
  return at;
}

const sequenceLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);
