const LABEL = "-----BEGIN ENCRYPTED PRIVATE KEY-----";
const BLOCK = /-----BEGIN ENCRYPTED PRIVATE KEY-----([A-Za-z0-9+/=\s]*)-----END/;

const INTEGER = 0x02;
const OBJECT_ID = 0x06;

/** Object ids of PKCS #5, PKCS #12 and scrypt, as DER has them. */
const PBES2 = "2a864886f70d01050d";
const SCRYPT = "2b06010401da47040b";
const ITERATED = /^2a864886f70d01(05(01|03|04|06|0a|0b|0c)|0c01..)$/;

type Element = { tag: number; body: Buffer };

/** PKCS #8 is marked as encrypted in its first line, older formats in a header. */
export const isEncrypted = (text: string): boolean => /ENCRYPTED/.test(text);

/**
 * The DER of an encrypted PKCS #8 text; null if the text is in another format. OpenSSL must be given these bytes instead of the
 * text, in which it may find others: it skips lines before an empty one. Throws a RangeError if there is anything but base64.
 */
export function readEncrypted(text: string): Buffer | null {
  if (!text.includes(LABEL)) return null;
  const base64 = BLOCK.exec(text)?.[1];
  if (base64 === undefined) throw new RangeError("the key has no readable body");
  return Buffer.from(base64, "base64");
}

/** How often a hash is computed to open an encrypted PKCS #8, or what takes as long. Throws a RangeError if it is damaged. */
export function derivationCost(der: Buffer): number {
  const [algorithm] = partsOf(partsOf({ body: der })[0]);
  return costOf(algorithm);
}

/** Infinity for an algorithm that is not known. */
function costOf(algorithm: Element | undefined): number {
  const [id, parameters] = partsOf(algorithm);
  const name = id?.tag === OBJECT_ID ? id.body.toString("hex") : "";
  if (name === PBES2) return costOf(partsOf(parameters)[0]);
  if (name !== SCRYPT && !ITERATED.test(name)) return Infinity;
  const [, ...costs] = partsOf(parameters);
  const factors = name === SCRYPT ? costs.slice(0, 3) : costs.slice(0, 1);
  return factors.map(numberOf).reduce((cost, factor) => cost * factor);
}

const numberOf = (element: Element | undefined): number =>
  element?.tag === INTEGER && element.body.length > 0 && element.body.length <= 6
    ? element.body.readUIntBE(0, element.body.length)
    : Infinity;

function partsOf(sequence: Pick<Element, "body"> | undefined): Element[] {
  if (!sequence) throw new RangeError("the key is cut off");
  const { body: der } = sequence;
  const parts: Element[] = [];
  for (let at = 0; at < der.length; ) {
    const { length, from } = lengthAt(der, at + 1);
    if (length > der.length - from) throw new RangeError("the key is cut off");
    parts.push({ tag: der.readUInt8(at), body: der.subarray(from, from + length) });
    at = from + length;
  }
  return parts;
}

function lengthAt(der: Buffer, at: number): { length: number; from: number } {
  const first = der.readUInt8(at);
  if (first < 0x80) return { length: first, from: at + 1 };
  const bytes = first - 0x80;
  return { length: der.readUIntBE(at + 1, bytes), from: at + 1 + bytes };
}
