import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { type Listening, listen } from "../support/listen";

const PUBLIC = fileURLToPath(new URL("../../public/", import.meta.url));

export type Served = Listening & { asked: string[] };

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
  return { ...(await listen(server)), asked };
}
