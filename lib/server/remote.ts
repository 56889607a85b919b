import type { IncomingMessage } from "node:http";
import type { BlockList } from "node:net";
import { isIPv6 } from "node:net";
import { REMOTE_HEADER } from "@/lib/operation/http/request";

/** Writes the caller's address onto the request, whatever the client claimed; a trusted proxy's word counts. */
export function setRemote(request: IncomingMessage, trustedProxies: BlockList): void {
  request.headers[REMOTE_HEADER] = remoteOf(request, trustedProxies);
}

function remoteOf(request: IncomingMessage, trustedProxies: BlockList): string {
  const peer = plain(request.socket.remoteAddress ?? "");
  if (!isTrusted(peer, trustedProxies)) return peer;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((address) => plain(address.trim()));
  return forwarded.findLast((address) => address !== "" && !isTrusted(address, trustedProxies)) ?? peer;
}

const plain = (address: string) => address.replace(/^::ffff:/, "");

const isTrusted = (address: string, proxies: BlockList): boolean =>
  address !== "" && proxies.check(address, isIPv6(address) ? "ipv6" : "ipv4");
