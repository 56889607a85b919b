import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Sealed } from "@/db/columns";
import { type KeyRing, keyRing } from "@/lib/secret/key-ring";

/** Where a secret lives, e.g. `access_keys/7/secret`; a ciphertext moved to another row does not open there. */
export type SecretPlace = `${string}/${number}/${string}`;

const VERSION = "s1";

/** Seals text under a fresh data key, itself sealed under the ring's active key. */
export const seal = (text: string, place: SecretPlace, ring: KeyRing = keyRing()): Sealed =>
  sealBytes(Buffer.from(text, "utf8"), place, ring);

/** The same for what is no text. */
export function sealBytes(bytes: Buffer, place: SecretPlace, ring: KeyRing = keyRing()): Sealed {
  const dataKey = randomBytes(32);
  const wrapped = encrypt(dataKey, requireKey(ring, ring.active), `${place}|key`);
  const body = encrypt(bytes, dataKey, place);
  return [VERSION, ring.active, wrapped, body].join(".") as Sealed;
}

/** Opens what `seal` made for the same place; throws UndecryptableError otherwise, never partial text. */
export const open = (sealed: Sealed, place: SecretPlace, ring: KeyRing = keyRing()): string =>
  openBytes(sealed, place, ring).toString("utf8");

export function openBytes(sealed: Sealed, place: SecretPlace, ring: KeyRing = keyRing()): Buffer {
  const [version, keyId, wrapped, body, ...rest] = sealed.split(".");
  if (version !== VERSION || !keyId || !wrapped || !body || rest.length > 0)
    throw new UndecryptableError(place, "it is damaged");
  const key = ring.keys.get(keyId);
  if (!key) throw new UndecryptableError(place, `its key "${keyId}" is not in SIGNALBOX_ENCRYPTION_KEYS`);
  try {
    return decrypt(body, decrypt(wrapped, key, `${place}|key`), place);
  } catch {
    // The cipher's own text says nothing useful, and the reason is always the same.
    throw new UndecryptableError(place, "it was changed or belongs to another row");
  }
}

export class UndecryptableError extends Error {
  constructor(place: string, why: string) {
    super(`The secret ${place} cannot be opened: ${why}`);
  }
}

function requireKey(ring: KeyRing, id: string): Buffer {
  const key = ring.keys.get(id);
  if (!key) throw new Error(`No key "${id}" in the ring`);
  return key;
}

function encrypt(plain: Buffer, key: Buffer, context: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

function decrypt(text: string, key: Buffer, context: string): Buffer {
  const bytes = Buffer.from(text, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12)).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
}
