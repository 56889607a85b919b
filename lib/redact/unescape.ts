/** Receives a decoded byte and the stream position where its spelling begins. */
export type Emit = (byte: number, position: number) => void;

const [PERCENT, AMPERSAND, BACKSLASH, SEMICOLON] = [0x25, 0x26, 0x5c, 0x3b];
const [LETTER_U, LETTER_X] = [0x75, 0x78];
const LONGEST_ENTITY = 9;
const CONTROLS = new Map([..."nrtbf"].map((letter, index) => [letter.charCodeAt(0), "\n\r\t\b\f".charCodeAt(index)]));
const ENTITIES = new Map([..."&<>\"'"].map((char, index) => [["amp", "lt", "gt", "quot", "apos"][index], char]));

/** The first byte of an escape. */
export const opensEscape = (byte: number): boolean => byte === PERCENT || byte === AMPERSAND || byte === BACKSLASH;

/**
 * Reads a stream with URL escapes, XML entities and JSON string escapes decoded. Backslashes are dropped altogether, so
 * that JSON inside JSON is decoded the same at any depth.
 */
export class Unescaper {
  /** Where the current escape begins; null between escapes. */
  open: number | null = null;
  private seen: number[] = [];

  constructor(private readonly emit: Emit) {}

  push(byte: number, position: number): void {
    if (this.open === null) this.begin(byte, position);
    else if (this.seen[0] === BACKSLASH) this.afterBackslash(byte, this.open);
    else this.within(byte, position, this.open);
  }

  /** The unfinished text was not an escape. */
  end(): void {
    if (this.open !== null) this.giveUp(this.open);
  }

  reset(): void {
    this.open = null;
  }

  private begin(byte: number, position: number): void {
    if (opensEscape(byte)) {
      this.open = position;
      this.seen = [byte];
    } else this.emit(byte, position);
  }

  private afterBackslash(byte: number, open: number): void {
    if (byte === BACKSLASH) return;
    if (byte === LETTER_U || byte === LETTER_X) {
      this.seen = [byte];
      return;
    }
    this.open = null;
    this.emit(CONTROLS.get(byte) ?? byte, open);
  }

  private within(byte: number, position: number, open: number): void {
    this.seen.push(byte);
    const text = String.fromCharCode(...this.seen);
    const decoded = decode(text);
    if (decoded === "more") return;
    if (decoded !== null) {
      this.open = null;
      for (const each of decoded) this.emit(each, open);
      return;
    }
    this.seen.pop();
    this.giveUp(position - this.seen.length);
    this.push(byte, position);
  }

  private giveUp(start: number): void {
    const { seen } = this;
    this.open = null;
    if (seen[0] !== BACKSLASH) for (const [index, byte] of seen.entries()) this.emit(byte, start + index);
  }
}

/** The bytes an escape stands for, null if it is not one, or "more" if it is incomplete. */
function decode(spelling: string): Iterable<number> | "more" | null {
  const first = spelling.charCodeAt(0);
  if (first === AMPERSAND) return decodeEntity(spelling);
  const digits = spelling.slice(1);
  if (!/^[0-9a-f]*$/i.test(digits)) return null;
  if (digits.length < (first === LETTER_U ? 4 : 2)) return "more";
  const value = Number.parseInt(digits, 16);
  return first === LETTER_U ? Buffer.from(String.fromCharCode(value)) : [value];
}

function decodeEntity(spelling: string): Iterable<number> | "more" | null {
  if (spelling.charCodeAt(spelling.length - 1) !== SEMICOLON) {
    return /^&[#a-z0-9]*$/i.test(spelling) && spelling.length <= LONGEST_ENTITY ? "more" : null;
  }
  const name = spelling.slice(1, -1);
  const [, hexadecimal, decimal] = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(name) ?? [];
  const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal ?? Number.NaN);
  const char = code <= 0x10ffff ? String.fromCodePoint(code) : ENTITIES.get(name);
  return char === undefined ? null : Buffer.from(char);
}

/** Decodes a whole text in the same way. */
export function withoutEscapes(text: string): string {
  const bytes: number[] = [];
  const unescaper = new Unescaper((byte) => bytes.push(byte));
  for (const [position, byte] of Buffer.from(text).entries()) unescaper.push(byte, position);
  unescaper.end();
  return Buffer.from(bytes).toString("latin1");
}
