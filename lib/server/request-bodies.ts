import type { IncomingMessage, ServerResponse } from "node:http";

const STALLED_MS = 10_000;
const CHECK_MS = 500;
/** Time limit of a body, plus one second per MIN_BYTES_PER_SECOND received: 8 kbit/s is a very slow line. */
const GRACE_MS = 30_000;
const MIN_BYTES_PER_SECOND = 1024;

/** Node's limit for a whole request: the largest backup over 75 kbit/s. */
export const REQUEST_TIMEOUT_MS = 30 * 60_000;

/** Node's own response to a request that times out. */
const TIMED_OUT = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

/** Ends a request whose body stalls or trickles. */
export function endWhenStalled(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const first = socket.bytesRead;
  let seen = first;
  let stalledMs = 0;
  let waitedMs = 0;
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    // If received bytes are still unread, we are the ones slowing the sender down.
    const isHeldBack = request.readableLength > 0;
    stalledMs = isHeldBack || socket.bytesRead !== seen ? 0 : stalledMs + CHECK_MS;
    if (!isHeldBack) waitedMs += CHECK_MS;
    seen = socket.bytesRead;
    if (stalledMs < STALLED_MS && waitedMs < timeLimitMs(seen - first)) return;
    clearInterval(timer);
    if (!response.headersSent) socket.write(TIMED_OUT);
    socket.destroySoon();
  }, CHECK_MS).unref();
  request.once("close", () => clearInterval(timer));
}

const timeLimitMs = (bytes: number): number => GRACE_MS + (bytes / MIN_BYTES_PER_SECOND) * 1_000;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Next's format of action ids. */
const ACTION_NAME = /^[0-9a-f]{42}$/;

/** Whether a request names no action, as none of our forms does, or an impossible id or origin: Next would log an error. */
export function isInvalidActionCall(request: IncomingMessage): boolean {
  if (!callsAction(request)) return false;
  const { "next-action": name, origin = "null" } = request.headers;
  return !ACTION_NAME.test(String(name)) || (origin !== "null" && !URL.canParse(origin));
}

/** By the header that our pages send, or as a form that a browser without scripts would send. */
export const callsAction = ({ method, headers }: IncomingMessage): boolean =>
  method === "POST" && ("next-action" in headers || (headers["content-type"] ?? "").startsWith("multipart/form-data"));
