import type { IncomingMessage } from "node:http";

/** A socket handshake's headers as a Headers object, as for other requests. */
export function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === "string") headers.set(name, value);
  return headers;
}
