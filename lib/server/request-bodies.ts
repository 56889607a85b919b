import type { IncomingMessage, ServerResponse } from "node:http";

const STALLED_MS = 10_000;
const LOOK_MS = 500;
/** A body may take this long, and a second more for so many bytes of it that came: 8 kbit/s are a very slow line. */
const GRACE_MS = 30_000;
const LEAST_BYTES_PER_SECOND = 1024;

/** The longest that Node lets a request take as a whole: the largest backup that is taken, over 75 kbit/s. */
export const REQUEST_TIMEOUT_MS = 30 * 60_000;

/** As Node answers a request that takes longer. */
const TIMED_OUT = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

/** Ends a request whose body stops arriving half-way, or trickles. */
export function endWhenStalled(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const first = socket.bytesRead;
  let seen = first;
  let stalledMs = 0;
  let waitedMs = 0;
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    // A sender whose bytes nobody has read yet is held back by us.
    const isHeld = request.readableLength > 0;
    stalledMs = isHeld || socket.bytesRead !== seen ? 0 : stalledMs + LOOK_MS;
    if (!isHeld) waitedMs += LOOK_MS;
    seen = socket.bytesRead;
    if (stalledMs < STALLED_MS && waitedMs < patienceMs(seen - first)) return;
    clearInterval(timer);
    if (!response.headersSent) socket.write(TIMED_OUT);
    socket.destroySoon();
  }, LOOK_MS).unref();
  request.once("close", () => clearInterval(timer));
}

const patienceMs = (bytes: number): number => GRACE_MS + (bytes / LEAST_BYTES_PER_SECOND) * 1_000;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** As Next names its actions. */
const ACTION_NAME = /^[0-9a-f]{42}$/;

/** Whether a request calls a server action by a name, or from an origin, that none can have: Next would print it. */
export function isBadCall(request: IncomingMessage): boolean {
  if (!callsAction(request)) return false;
  const { "next-action": name, origin = "null" } = request.headers;
  return (name !== undefined && !ACTION_NAME.test(String(name))) || (origin !== "null" && !URL.canParse(origin));
}

/** By the header that our pages send, or as a form that a browser without scripts would. */
export const callsAction = ({ method, headers }: IncomingMessage): boolean =>
  method === "POST" && ("next-action" in headers || (headers["content-type"] ?? "").startsWith("multipart/form-data"));
