import type { IncomingMessage } from "node:http";
import type { BlockList } from "node:net";
import { isIPv6 } from "node:net";
import { REMOTE_HEADER } from "@/lib/operation/http/request";

/** Writes the caller's address onto the request, whatever the client claimed; a trusted proxy's word counts. */
export function setRemote(request: IncomingMessage, trustedProxies: BlockList): void {
  const remote = remoteOf(request, trustedProxies);
  request.headers[REMOTE_HEADER] = remote;
  // A Request looks here instead as soon as its body is read.
  const { rawHeaders } = request;
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
    if (rawHeaders[at]?.toLowerCase() === REMOTE_HEADER) rawHeaders.splice(at, 2);
  rawHeaders.push(REMOTE_HEADER, remote);
}

function remoteOf(request: IncomingMessage, trustedProxies: BlockList): string {
  const peer = plain(request.socket.remoteAddress ?? "");
  if (!isTrusted(peer, trustedProxies)) return peer;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((address) => plain(address.trim()));
  return forwarded.findLast((address) => address !== "" && !isTrusted(address, trustedProxies)) ?? peer;
}

/** Without the port that some proxies add, which is another one each time. */
const plain = (address: string) =>
  address.replace(/^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/, "$1$2").replace(/^::ffff:/i, "");

const isTrusted = (address: string, proxies: BlockList): boolean =>
  address !== "" && proxies.check(address, isIPv6(address) ? "ipv6" : "ipv4");
