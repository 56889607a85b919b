import { createHmac, hkdfSync } from "node:crypto";
import { type KeyRing, keyRing } from "@/lib/secret/key-ring";

/**
 * Tells later whether a secret has changed, and nothing else: it is keyed, so that the database alone does not help to guess
 * the secret, and bound to its place, so that equal secrets do not show.
 */
export function digestSecret(text: string, place: string, ring: KeyRing = keyRing()): string {
  const key = ring.keys.get(ring.active);
  if (!key) throw new Error(`No key "${ring.active}" in the ring`);
  const own = Buffer.from(hkdfSync("sha256", key, "", "secret digest", 32));
  const digest = createHmac("sha256", own).update(`${place}\0${text}`).digest("base64url");
  return `${ring.active}.${digest.slice(0, 22)}`;
}

/** Whether the digest is one of this text, by whichever key it was made; false if that key is gone. */
export function isDigestOf(digest: string, text: string, place: string, ring: KeyRing = keyRing()): boolean {
  const active = keyOf(digest);
  return ring.keys.has(active) && digestSecret(text, place, { ...ring, active }) === digest;
}

/** Null: they were made with different keys, which says nothing about the secrets. */
export function isSameSecret(one: string, other: string): boolean | null {
  if (one === other) return true;
  return keyOf(one) === keyOf(other) ? false : null;
}

const keyOf = (digest: string): string => digest.slice(0, digest.indexOf("."));
