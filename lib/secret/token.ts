import { createHash, randomBytes } from "node:crypto";

/** 256 random bits in lower case (Bearer values of the peer's clients may be lower-cased on the way). */
export const randomToken = (): string => randomBytes(32).toString("hex");

/** How tokens and session ids are stored: they are random, so one round of SHA-256 is enough. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");
