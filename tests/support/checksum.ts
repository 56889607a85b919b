import { crc32 } from "node:zlib";

/** The checksum that a runner names at the end of a log or of a task's events. */
export const checksumOf = (lines: readonly string[]): number => crc32(lines.map((line) => `${line}\n`).join(""));
