import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { matchesSecret } from "@/lib/secret/token";
import { listen } from "@/lib/server/listen";
import { scrape, startCollecting } from "@/lib/server/metrics/metrics";
import { log } from "@/lib/settings/log";
import type { Settings } from "@/lib/settings/settings";

/** GET /metrics next to the console, on an address that a proxy may make public, so a token is required. */
export async function serveMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  token: string | undefined,
): Promise<void> {
  if (token === undefined) return refuse(response, 404);
  await answer(request, response, token);
}

/** GET /metrics on a separate port, which can stay private: a token is required only if set. */
export async function startMetrics(
  config: Pick<Settings, "host" | "metricsPort" | "metricsToken">,
): Promise<Server | null> {
  const { host, metricsPort: port, metricsToken: token } = config;
  // Without either nobody can ask.
  if (port !== undefined || token !== undefined) startCollecting();
  if (port === undefined) return null;
  const server = createServer((request, response) => {
    const path = request.url?.split("?", 1)[0];
    const answered = path === "/metrics" ? answer(request, response, token) : Promise.resolve(refuse(response, 404));
    answered.catch((error: unknown) => {
      log.error({ err: error }, "metrics failed");
      response.destroy();
    });
  });
  await listen(server, { host, port });
  return server;
}

async function answer(request: IncomingMessage, response: ServerResponse, token: string | undefined): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405);
  if (token !== undefined && !hasToken(request, token)) return refuse(response, 401);
  const { type, text } = await scrape();
  response.writeHead(200, { "content-type": type, "cache-control": "no-store" });
  response.end(request.method === "HEAD" ? undefined : text);
}

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const sent = /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  return matchesSecret(sent, token);
}

function refuse(response: ServerResponse, status: 401 | 404 | 405): void {
  response.writeHead(status, {
    "cache-control": "no-store",
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
    ...(status === 405 ? { allow: "HEAD, GET" } : {}),
  });
  response.end();
}
