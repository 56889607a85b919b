import type { IncomingMessage } from "node:http";
import { decodePercent } from "@/lib/protocol/query";

/** With the scheme and host that proxies and some clients send before the path. */
const ABSOLUTE = /^https?:\/\/[^/?#]+/i;

/** Makes the target of a request that names a host a plain path. What the host is, `Host` says. */
export function plainTarget(request: IncomingMessage): void {
  const { url = "" } = request;
  const rest = url.replace(ABSOLUTE, "");
  if (rest !== url) request.url = rest.startsWith("/") ? rest : `/${rest}`;
}

/** Whether a page can have this path: Next fails at one that is no path, or that cannot be decoded, and prints it. */
export function isReadablePath(path: string): boolean {
  return path.startsWith("/") && decodePercent(path) !== null;
}
