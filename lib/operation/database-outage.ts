/** Seconds after which it is worth asking again. */
export const RETRY_AFTER_SECONDS = 5;

/** Readiness probes come every few seconds. */
const OUTAGE_MS = 10_000;

/** One statement got in the way of others, or took too long. */
const CONTENTION = /^(40001|40P01|55P03|57014)$/;

/**
 * Postgres cannot serve any request: no connection (08), no right to one (28, 3D), only reads (25006), no room, memory or
 * connections (53), it starts or stops (57P0), its disk fails (58030); or it cannot be reached.
 */
const OUTAGE =
  /^(08\w{3}|28\w{3}|3D000|25006|25P03|53\w{3}|57P0\d|58030|CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;

/** Of these, what a question alone does not show: a full disk and a read-only server refuse writes. */
const HIDDEN = /^(25006|53\w{3}|58030)$/;

declare global {
  // Next's bundle and the server's are separate module instances in one process.
  var signalboxOutageAt: number | undefined;
  var signalboxPages: Map<string, boolean> | undefined;
}
globalThis.signalboxPages ??= new Map();
/** Pages being rendered, by their nonce, with whether the database failed one. */
const pages = globalThis.signalboxPages;

/** Whether a failure with this code is the database's, and the same request may succeed later. */
export function isUnavailable(code: string): boolean {
  if (HIDDEN.test(code)) globalThis.signalboxOutageAt = performance.now();
  return OUTAGE.test(code) || CONTENTION.test(code);
}

/** Whether it has refused a request for such a reason a moment ago. */
export const hadOutage = (): boolean => performance.now() - (globalThis.signalboxOutageAt ?? -Infinity) < OUTAGE_MS;

// A page knows of its request only the headers, and what answers it only the request: they meet at the nonce.

export const beginPage = (nonce: string): void => void pages.set(nonce, false);
export const endPage = (nonce: string): void => void pages.delete(nonce);
export const isPageOutage = (nonce: string): boolean => pages.get(nonce) ?? false;

export function notePageOutage(nonce: string | null): void {
  if (nonce !== null && pages.has(nonce)) pages.set(nonce, true);
}
