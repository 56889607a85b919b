import { STATUS_OF } from "@/lib/operation/errors";

export const REPLY_HEADERS = { "content-type": "application/json", "cache-control": "no-store" };

/** An operation without output answers 204. */
export const bodyReply = (json: string | undefined, status: number, headers?: Record<string, string>): Response =>
  json === undefined ? emptyReply(status === 200 ? 204 : status, headers) : writtenReply(json, status, headers);

export const emptyReply = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers: { ...REPLY_HEADERS, ...headers } });

export const jsonReply = (body: unknown, status?: number, headers?: Record<string, string>): Response =>
  writtenReply(JSON.stringify(body), status, headers);

/** A JSON body ends with a newline, like Semaphore's. */
const writtenReply = (json: string, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(`${json}\n`, { status, headers: { ...REPLY_HEADERS, ...headers } });

/** Replies have a content type and are never cached. A redirect has no body, so no type. */
export function complete(response: Response): Response {
  const isRedirect = response.status >= 300 && response.status < 400;
  const missing = Object.entries(REPLY_HEADERS).filter(
    ([name]) => !response.headers.has(name) && !(isRedirect && name === "content-type"),
  );
  if (missing.length === 0) return response;
  const headers = new Headers([...response.headers, ...missing]);
  return new Response(response.body, { status: response.status, headers });
}

/** For a known path without this method. */
export const methodNotAllowed = (methods: readonly string[]): Response =>
  new Response(null, {
    status: STATUS_OF.method_not_allowed,
    headers: {
      ...REPLY_HEADERS,
      allow: methods.includes("GET") ? ["HEAD", ...methods].join(", ") : methods.join(", "),
    },
  });
