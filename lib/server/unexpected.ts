import { observeUnexpected, type UnexpectedKind } from "@/lib/server/metrics/metrics";
import { log } from "@/lib/settings/log";

/** So many within so long, and the process is ended: then it is no accident of one request. */
const MOST = 10;
const WITHIN_MS = 60_000;

/**
 * Handles errors that nothing caught: each is logged, counted in /metrics, and the process goes on, because its state is in
 * the database and it serves other requests. When there are too many, `end` has to stop it in order; its supervisor
 * starts it again.
 */
export function handleUnexpected(end: () => void): void {
  const times: number[] = [];
  const observe = (kind: UnexpectedKind, error: unknown) => {
    log.error({ err: error }, `unexpected ${kind}`);
    observeUnexpected(kind);
    const now = performance.now();
    times.push(now);
    while ((times[0] ?? now) < now - WITHIN_MS) times.shift();
    if (times.length < MOST) return;
    log.fatal({ errors: times.length }, "too many unexpected errors: the process ends");
    end();
  };
  process.on("uncaughtException", (error) => observe("exception", error));
  process.on("unhandledRejection", (error) => observe("rejection", error));
}
