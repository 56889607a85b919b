import { constants, createPublicKey, type KeyObject, publicEncrypt } from "node:crypto";

/** What PKCS #1 v1.5 adds to each block. */
const PADDING_BYTES = 11;
const MIN_BITS = 2048;

/** Semaphore's runners write PKCS #1 bytes below the heading of the other format; null if it is no sufficient RSA key. */
export function readPublicKey(pem: string): KeyObject | null {
  const body = /-----BEGIN PUBLIC KEY-----([\s\S]+?)-----END PUBLIC KEY-----/.exec(pem)?.[1];
  if (body === undefined) return null;
  const der = Buffer.from(body, "base64");
  for (const type of ["pkcs1", "spki"] as const) {
    const key = parse(der, type);
    if (key) return key.asymmetricKeyType === "rsa" && bitsOf(key) >= MIN_BITS ? key : null;
  }
  return null;
}

function parse(key: Buffer, type: "pkcs1" | "spki"): KeyObject | null {
  try {
    return createPublicKey({ key, format: "der", type });
  } catch {
    // It is of the other format, or none.
    return null;
  }
}

const bitsOf = (key: KeyObject): number => key.asymmetricKeyDetails?.modulusLength ?? 0;

/** As Semaphore's runners decrypt it: RSA blocks one after the other. */
export function encryptFor(key: KeyObject, text: string): Buffer {
  const plain = Buffer.from(text);
  const most = bitsOf(key) / 8 - PADDING_BYTES;
  const blocks: Buffer[] = [];
  for (let at = 0; at < plain.length; at += most) {
    blocks.push(publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, plain.subarray(at, at + most)));
  }
  return Buffer.concat(blocks);
}
