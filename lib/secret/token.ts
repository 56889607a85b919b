import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits as hex in lower case, since Semaphore's clients may lower-case Bearer values. */
export const randomToken = (): string => randomBytes(32).toString("hex");

/** Storage form of tokens and session ids: they are random, so a single SHA-256 suffices. */
export const hashToken = (token: string): string => sha256(token).toString("hex");

/** Hashed first, so that it takes the same time for any lengths, and wherever they differ. */
export const matchesSecret = (sent: string, secret: string): boolean => timingSafeEqual(sha256(sent), sha256(secret));

const sha256 = (text: string) => createHash("sha256").update(text).digest();

const PREFIX_LENGTH = 12;

/** A token for a person: it is shown once, stored as its hash, and recognized by its prefix. */
export function newToken(): { token: string; prefix: string; secret_hash: string } {
  const token = randomToken();
  return { token, prefix: token.slice(0, PREFIX_LENGTH), secret_hash: hashToken(token) };
}
