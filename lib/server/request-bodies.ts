import type { IncomingMessage, ServerResponse } from "node:http";

const STALLED_MS = 10_000;
const LOOK_MS = 500;

/** As Node answers a request that takes too long as a whole, which by its own limit is five minutes. */
const TIMED_OUT = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

/** Ends a request whose body stops arriving half-way. */
export function endWhenStalled(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  let seen = socket.bytesRead;
  let since = performance.now();
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    // A sender whose bytes nobody has read yet is held back by us.
    if (socket.bytesRead !== seen || request.readableLength > 0) since = performance.now();
    seen = socket.bytesRead;
    if (performance.now() - since < STALLED_MS) return;
    clearInterval(timer);
    if (!response.headersSent) socket.write(TIMED_OUT);
    socket.destroySoon();
  }, LOOK_MS).unref();
  request.once("close", () => clearInterval(timer));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Answers 400 where Next could not read the arguments of a server action, which it takes for a failure of its own.
 * An action's failures never come as a status: lib/operation/action.ts returns them.
 */
export function refuseUnreadableAction(request: IncomingMessage, response: ServerResponse): void {
  if (!callsAction(request)) return;
  let status = response.statusCode;
  Object.defineProperty(response, "statusCode", {
    get: () => status,
    set: (wanted: number) => {
      status = wanted === 500 ? 400 : wanted;
    },
  });
}

/** By the header that our pages send, or as a form that a browser without scripts would. */
const callsAction = ({ method, headers }: IncomingMessage): boolean =>
  method === "POST" && ("next-action" in headers || (headers["content-type"] ?? "").startsWith("multipart/form-data"));
