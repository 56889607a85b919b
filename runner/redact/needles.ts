import { withoutEscapes } from "@/runner/redact/unescape";

/** Shorter secrets would mask ordinary words and make the log unreadable. */
const MIN_RAW = 4;
const MIN_DERIVED = 8;
/** Beyond this a secret is masked as it is and line by line, not in every encoding: memory has to stay bounded. */
const MAX_DERIVED_SECRET = 64 * 1024;
/** Where `base64` and `openssl base64` break their lines. */
const BASE64_WIDTHS = [76, 64];

/** `encoded` ones are in base64 or hexadecimal digits, which may be broken into lines and groups. */
export type Needles = { plain: Buffer[]; encoded: Buffer[] };

/** Every spelling in which a secret may turn up in a log, without duplicates. */
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

/** The secret, and each line of it: a private key is often printed with other line ends or an indent. */
function rawForms(secret: string): string[] {
  return [secret, secret.trim(), ...secret.split(/[\r\n]+/).map((line) => line.trim())];
}

const isDerivable = (secret: string): boolean => secret.length >= MIN_RAW && secret.length <= MAX_DERIVED_SECRET;

/** What is left of the secret once a reading without escapes has taken those out that it was printed with, or has itself. */
function unescapedForms(secret: string): string[] {
  if (!isDerivable(secret)) return [];
  // Half a surrogate pair, which JSON for ASCII is read as.
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
 * What stays the same of the secret's base64 when it stands `shift` bytes after a 3-byte border: the characters
 * that also carry bits of its neighbours are left off at both ends.
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

/** In single quotes of a shell. */
const quotedForms = (secret: string): string[] =>
  isDerivable(secret) && secret.includes("'") ? [secret.replaceAll("'", "'\\''"), secret.replaceAll("'", `'"'"'`)] : [];
