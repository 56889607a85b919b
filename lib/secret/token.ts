import { createHash, randomBytes } from "node:crypto";

/** 256 random bits as hex in lower case, since the peer's clients may lower-case Bearer values. */
export const randomToken = (): string => randomBytes(32).toString("hex");

/** Storage form of tokens and session ids: they are random, so a single SHA-256 suffices. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");
