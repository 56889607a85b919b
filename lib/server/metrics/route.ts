import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { scrape } from "@/lib/server/metrics/metrics";

/** A proxy on this machine calls from here too, but says for whom. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/** GET /metrics: for whoever has the token; without one, for this machine only. */
export async function serveMetrics(request: IncomingMessage, response: ServerResponse, token?: string): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405);
  if (token === undefined && !isLocal(request)) return refuse(response, 404);
  if (token !== undefined && !brings(request, token)) return refuse(response, 401);
  const { type, text } = await scrape();
  response.writeHead(200, { "content-type": type, "cache-control": "no-store" });
  response.end(request.method === "HEAD" ? undefined : text);
}

function isLocal({ socket, headers }: IncomingMessage): boolean {
  const address = (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  return (address === "::1" || address.startsWith("127.")) && FORWARDED.every((name) => headers[name] === undefined);
}

/** Hashed first, so that the comparison takes as long whatever is sent. */
function brings({ headers }: IncomingMessage, token: string): boolean {
  const sent = /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(hash(sent), hash(token));
}

const hash = (text: string) => createHash("sha256").update(text).digest();

function refuse(response: ServerResponse, status: 401 | 404 | 405): void {
  response.writeHead(status, {
    "cache-control": "no-store",
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
    ...(status === 405 ? { allow: "HEAD, GET" } : {}),
  });
  response.end();
}
