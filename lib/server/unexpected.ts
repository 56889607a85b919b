import { observeUnexpected, type UnexpectedKind } from "@/lib/server/metrics/metrics";
import { log } from "@/lib/settings/log";

/** More errors than this within the window end the process: then the cause is not a single request. */
const MAX_ERRORS = 10;
const WITHIN_MS = 60_000;

/**
 * Handles uncaught errors: logs and counts each, and lets the process continue, because its state is in the database
 * and it serves other requests. If there are too many, `end` must shut it down; the supervisor restarts it.
 */
export function handleUnexpected(end: () => void): void {
  const times: number[] = [];
  const observe = (kind: UnexpectedKind, error: unknown) => {
    log.error({ err: error }, `unexpected ${kind}`);
    observeUnexpected(kind);
    const now = performance.now();
    times.push(now);
    while ((times[0] ?? now) < now - WITHIN_MS) times.shift();
    if (times.length < MAX_ERRORS) return;
    log.fatal({ errors: times.length }, "too many unexpected errors: the process ends");
    end();
  };
  process.on("uncaughtException", (error) => observe("exception", error));
  process.on("unhandledRejection", (error) => observe("rejection", error));
}
