import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals a text for `place`, so that nobody without the token can read it. */
export function seal(text: string, token: string, place: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(token), nonce).setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString("base64");
}

/** Null for what was sealed with another token or for another place, or changed since. */
export function open(sealed: string, token: string, place: string): string | null {
  const bytes = Buffer.from(sealed, "base64");
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(token), bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString();
  } catch {
    // The cipher's own text says nothing useful.
    return null;
  }
}

const keyOf = (token: string): Buffer => Buffer.from(hkdfSync("sha256", token, "", "signalbox attempt", 32));
