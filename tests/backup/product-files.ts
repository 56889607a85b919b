import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const PUBLIC = fileURLToPath(new URL("../../public/", import.meta.url));

export type Served = { url: string; asked: string[]; stop(): Promise<void> };

/** The product's public folder on a plain web server, and its /api/ping. */
export async function servePublicFiles(): Promise<Served> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    asked.push(pathname);
    if (pathname === "/api/ping") return void response.end("pong");
    const content = await readFile(join(PUBLIC, normalize(pathname))).catch(() => null);
    if (content === null) response.writeHead(404);
    response.end(content ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, stop };
}
