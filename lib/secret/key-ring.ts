import { createHash } from "node:crypto";

/** Key-encryption keys by id; the first one seals, all of them open. */
export type KeyRing = { active: string; keys: ReadonlyMap<string, Buffer> };

const KEY_BYTES = 32;

/**
 * Parses `id:base64` entries, separated by commas or white space; an entry without an id gets the first 8 hex digits of
 * its hash. Throws with a user-facing message.
 */
export function parseKeyRing(text: string): KeyRing {
  const entries = text
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(parseEntry);
  const first = entries[0];
  if (!first) throw new Error("holds no key");
  const keys = new Map(entries);
  if (keys.size !== entries.length) throw new Error("names the same key id twice");
  return { active: first[0], keys };
}

function parseEntry(entry: string): [string, Buffer] {
  const colon = entry.indexOf(":");
  const encoded = entry.slice(colon + 1);
  const key = Buffer.from(encoded, "base64");
  if (key.length !== KEY_BYTES)
    throw new Error(`has a key of ${key.length} bytes; each must be ${KEY_BYTES} bytes in base64`);
  // Buffer.from ignores what is no base64, and what follows the padding.
  if (!/^[\w+/-]{43}=?$/.test(encoded)) throw new Error("has a key that is not base64");
  if (new Set(key).size < 8) throw new Error("holds a placeholder instead of a random key");
  const id = colon > 0 ? entry.slice(0, colon) : createHash("sha256").update(key).digest("hex").slice(0, 8);
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(id)) throw new Error(`has a bad key id "${id}"`);
  return [id, key];
}

declare global {
  var signalboxKeyRing: KeyRing | undefined;
}

/** The process's key ring, from SIGNALBOX_ENCRYPTION_KEYS. */
export function keyRing(): KeyRing {
  if (!globalThis.signalboxKeyRing) {
    const text = process.env.SIGNALBOX_ENCRYPTION_KEYS;
    if (!text) throw new Error("SIGNALBOX_ENCRYPTION_KEYS is not set");
    globalThis.signalboxKeyRing = parseKeyRing(text);
  }
  return globalThis.signalboxKeyRing;
}
