/** Seconds until a retry is worthwhile. */
export const RETRY_AFTER_SECONDS = 5;

/** Readiness probes run every few seconds. */
const OUTAGE_MS = 10_000;

/** Serialization failure, deadlock, lock timeout, or statement timeout. */
const CONTENTION = /^(40001|40P01|55P03|57014)$/;

/**
 * Postgres cannot serve any request: no connection (08), no access (28, 3D), read-only (25006), out of disk, memory or
 * connections (53), starting or stopping (57P0), disk failure (58030); or it is unreachable.
 */
const OUTAGE =
  /^(08\w{3}|28\w{3}|3D000|25006|25P03|53\w{3}|57P0\d|58030|CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;

/** Outages that a plain SELECT does not reveal: a full disk and a read-only server only refuse writes. */
const HIDDEN = /^(25006|53\w{3}|58030)$/;

declare global {
  // Next's bundle and the server's are separate module instances in one process.
  var signalboxOutageAt: number | undefined;
  var signalboxPages: Map<string, boolean> | undefined;
}
globalThis.signalboxPages ??= new Map();
/** Pages being rendered, by nonce, and whether the database failed during one. */
const pages = globalThis.signalboxPages;

/** Whether an error with this code is the database's and the same request may succeed later. */
export function isUnavailable(code: string): boolean {
  if (HIDDEN.test(code)) globalThis.signalboxOutageAt = performance.now();
  return OUTAGE.test(code) || CONTENTION.test(code);
}

/** Whether the database failed a request recently. */
export const hadOutage = (): boolean => performance.now() - (globalThis.signalboxOutageAt ?? -Infinity) < OUTAGE_MS;

// A page knows only the request's headers, and the code that replies only the request; the nonce links them.

export const beginPage = (nonce: string): void => void pages.set(nonce, false);
export const endPage = (nonce: string): void => void pages.delete(nonce);
export const isPageOutage = (nonce: string): boolean => pages.get(nonce) ?? false;

export function notePageOutage(nonce: string | null): void {
  if (nonce !== null && pages.has(nonce)) pages.set(nonce, true);
}
