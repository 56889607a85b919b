import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { errorCode } from "@/lib/process/error-code";

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const FOLDER = ".next/static";
const TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};

/** Serves the build's Brotli files to browsers that accept them: a seventh smaller than gzip. */
export function serveAssets(otherwise: Listener): Listener {
  const compressed = listCompressed();
  return async (request, response) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    const file = acceptsBrotli(request) ? compressed.get(path) : undefined;
    if (!file) return otherwise(request, response);
    const body = await readPresent(file);
    if (!body) return void response.writeHead(404).end();
    // A first visit loads a dozen: frames show documents only, and HTTP/1.1 keeps a connection without being told. Removing a
    // header keeps Node from adding it; one that says that the connection ends stays.
    response.removeHeader("x-frame-options");
    if (!response.hasHeader("connection")) response.removeHeader("connection");
    response.writeHead(200, {
      "content-type": TYPES[extname(path)],
      "content-encoding": "br",
      "content-length": body.length,
      // The file name is a content hash.
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
    });
    response.end(request.method === "HEAD" ? undefined : body);
  };
}

const acceptsBrotli = ({ method, headers }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") && /\bbr\b/.test(String(headers["accept-encoding"] ?? ""));

/** Null: a build has removed it since the start. */
async function readPresent(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** URL path → file. Lists the files present at startup, so no path can escape the folder. */
function listCompressed(): Map<string, string> {
  if (!existsSync(FOLDER)) return new Map();
  const names = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".br"));
  return new Map(
    names.map((name) => [`/_next/static/${name.slice(0, -3).replaceAll(sep, "/")}`, join(FOLDER, name)] as const),
  );
}
