import pino from "pino";

/** The server's own log: one JSON object per line, never a secret (headers, cookies and bodies are not logged). */
export const log = pino(
  { level: process.env.SIGNALBOX_LOG_LEVEL ?? "info", base: null },
  // pino's own destination blocks the process at a fatal line, and when it exits, while the disk is full.
  { write: (line) => void process.stdout.write(line) },
);
