const ENCRYPTED = /-----BEGIN ENCRYPTED PRIVATE KEY-----([A-Za-z0-9+/=\s]*)-----END/g;

const SEQUENCE = 0x30;
const INTEGER = 0x02;

/** PKCS #8 is marked as encrypted in its first line, older formats in a header. */
export const isEncrypted = (text: string): boolean => /ENCRYPTED/.test(text);

/** The largest cost parameter in an encrypted PKCS #8 text: the number of rounds, or the cost of scrypt. */
export function derivationCost(text: string): number {
  const bodies = [...text.matchAll(ENCRYPTED)].map(([, base64 = ""]) => Buffer.from(base64, "base64"));
  return Math.max(0, ...bodies.map(largestInteger));
}

/** Searches nested sequences; throws a RangeError if the DER is truncated. */
function largestInteger(der: Buffer): number {
  let largest = 0;
  let at = 0;
  while (at < der.length) {
    const tag = der.readUInt8(at);
    const { length, from } = lengthAt(der, at + 1);
    const body = der.subarray(from, from + length);
    if (tag === SEQUENCE) largest = Math.max(largest, largestInteger(body));
    if (tag === INTEGER) largest = Math.max(largest, body.length > 6 ? Infinity : body.readUIntBE(0, body.length));
    at = from + length;
  }
  return largest;
}

function lengthAt(der: Buffer, at: number): { length: number; from: number } {
  const first = der.readUInt8(at);
  if (first < 0x80) return { length: first, from: at + 1 };
  const bytes = first - 0x80;
  return { length: der.readUIntBE(at + 1, bytes), from: at + 1 + bytes };
}
