/** Shorter secrets would mask ordinary words and make the log unreadable. */
const MIN_RAW = 4;
const MIN_DERIVED = 8;
/** Beyond this a secret is masked as it is and line by line, not in every encoding: memory has to stay bounded. */
const MAX_DERIVED_SECRET = 64 * 1024;
/** Where `base64` and `openssl base64` break their lines. */
const BASE64_WIDTHS = [76, 64];

/** Every spelling in which a secret may turn up in a log, without duplicates. */
export function needlesFor(secrets: Iterable<string>): Buffer[] {
  const needles = new Set<string>();
  for (const secret of secrets) {
    for (const form of rawForms(secret)) if ([...form].length >= MIN_RAW) needles.add(form);
    for (const form of derivedForms(secret)) if (form.length >= MIN_DERIVED) needles.add(form);
  }
  return [...needles].map((needle) => Buffer.from(needle));
}

/** The secret, and each line of it: a private key is often printed with other line ends or an indent. */
function rawForms(secret: string): string[] {
  return [secret, secret.trim(), ...secret.split(/[\r\n]+/).map((line) => line.trim())];
}

function derivedForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  // Lone surrogates, which no URL can hold, are replaced on the way.
  const text = bytes.toString();
  if (bytes.length < MIN_RAW || bytes.length > MAX_DERIVED_SECRET) return [];
  return [...base64Forms(bytes), ...hexForms(bytes), ...urlForms(text), ...quotedForms(text)];
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

function urlForms(secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  const strict = encoded.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return [encoded, strict].flatMap((form) => [form, lowerEscapes(form), form.replaceAll("%20", "+")]);
}

const lowerEscapes = (encoded: string): string => encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

/** As inside a JSON string (as it is, and ASCII only as Python writes it), in XML, and in single quotes of a shell. */
function quotedForms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const xml = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const attribute = xml.replaceAll('"', "&quot;").replaceAll("'", "&apos;");
  return [json, ascii, xml, attribute, secret.replaceAll("'", "'\\''"), secret.replaceAll("'", "\\'")];
}
