import { observeUnexpected, type UnexpectedKind } from "@/lib/server/metrics/metrics";
import { log } from "@/lib/settings/log";

/** So many within so long, and the process is ended: then it is no accident of one request. */
const MOST = 10;
const WITHIN_MS = 60_000;

/**
 * What happens to an error that nothing expected: it is logged, counted in /metrics, and the process goes on, for its state is
 * in the database and others are being served. When they come in numbers, `end` has to stop it in order; its supervisor
 * starts it again.
 */
export function surviveUnexpected(end: () => void): void {
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
