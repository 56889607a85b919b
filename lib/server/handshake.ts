import type { IncomingMessage } from "node:http";

/** The headers of a socket's handshake, as every other request has them. */
export function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === "string") headers.set(name, value);
  return headers;
}
