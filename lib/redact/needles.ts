import { withoutEscapes } from "@/lib/redact/unescape";

/** Shorter secrets would mask ordinary words and make the log unreadable. */
const MIN_RAW = 4;
const MIN_DERIVED = 8;
/** Larger secrets are only masked verbatim and line by line, not in every encoding, to bound memory. */
const MAX_DERIVED_SECRET = 64 * 1024;
/** Line widths of `base64` and `openssl base64`. */
const BASE64_WIDTHS = [76, 64];

/** `encoded` ones consist of base64 or hexadecimal digits, which may be wrapped into lines and groups. */
export type Needles = { plain: Buffer[]; encoded: Buffer[] };

/** Every spelling in which a secret may appear in a log, without duplicates. */
export function needlesFor(secrets: Iterable<string>): Needles {
  const plain = new Set<string>();
  const encoded = new Set<string>();
  for (const secret of secrets) {
    for (const form of rawForms(secret)) if ([...form].length >= MIN_RAW) plain.add(toLatin1(form));
    for (const form of unescapedForms(secret)) if (form.length >= MIN_RAW) plain.add(form);
    for (const form of quotedForms(secret)) if (form.length >= MIN_DERIVED) plain.add(toLatin1(form));
    for (const form of encodedForms(secret)) if (form.length >= MIN_DERIVED) encoded.add(form);
  }
  return { plain: toBuffers(plain), encoded: toBuffers(encoded) };
}

const toLatin1 = (text: string): string => Buffer.from(text).toString("latin1");
const toBuffers = (needles: Set<string>): Buffer[] => [...needles].map((needle) => Buffer.from(needle, "latin1"));

/** The secret and each of its lines: a private key is often printed with other line ends or indented. */
function rawForms(secret: string): string[] {
  return [secret, secret.trim(), ...secret.split(/[\r\n]+/).map((line) => line.trim())];
}

const isDerivable = (secret: string): boolean => secret.length >= MIN_RAW && secret.length <= MAX_DERIVED_SECRET;

/** The secret as read without escapes, whether they come from the output's format or are part of the secret. */
function unescapedForms(secret: string): string[] {
  if (!isDerivable(secret)) return [];
  // A lone surrogate, as JSON restricted to ASCII is decoded.
  const ascii = JSON.stringify(secret)
    .slice(1, -1)
    .replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const form = withoutEscapes(secret);
  return [form, form.replaceAll(" ", "+"), withoutEscapes(ascii)];
}

function encodedForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  if (bytes.length < MIN_RAW || bytes.length > MAX_DERIVED_SECRET) return [];
  return [...base64Forms(bytes), ...hexForms(bytes)];
}

function base64Forms(bytes: Buffer): string[] {
  const forms = [0, 1, 2].map((shift) => base64At(bytes, shift));
  const wrapped = BASE64_WIDTHS.flatMap((width) => wrap(bytes.toString("base64"), width));
  return [...forms, ...forms.map(toBase64Url), ...wrapped];
}

/**
 * The part of the secret's base64 that stays the same when it starts `shift` bytes after a 3-byte border: omits the
 * characters at both ends that also encode neighbouring bytes.
 */
function base64At(bytes: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
  const first = Math.ceil((shift * 8) / 6);
  const last = Math.floor(((shift + bytes.length) * 8) / 6);
  return encoded.slice(first, last);
}

const toBase64Url = (text: string): string => text.replaceAll("+", "-").replaceAll("/", "_");

function wrap(text: string, width: number): string[] {
  return text.length <= width ? [] : (text.match(new RegExp(`.{1,${width}}`, "g")) ?? []);
}

function hexForms(bytes: Buffer): string[] {
  const hex = bytes.toString("hex");
  return [hex, hex.toUpperCase()];
}

/** Quoted with a shell's single quotes. */
const quotedForms = (secret: string): string[] =>
  isDerivable(secret) && secret.includes("'") ? [secret.replaceAll("'", "'\\''"), secret.replaceAll("'", `'"'"'`)] : [];
