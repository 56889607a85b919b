import type { IncomingMessage } from "node:http";
import { type BlockList, isIPv6 } from "node:net";
import { REMOTE_HEADER } from "@/lib/operation/http/request";
import { log } from "@/lib/settings/log";

/** Writes the caller's address to the request, overriding what the client sent; a trusted proxy's headers count. */
export function setRemote(request: IncomingMessage, trusted: BlockList): void {
  const remote = remoteOf(request, trusted);
  request.headers[REMOTE_HEADER] = remote;
  // A Request made from this one reads these instead once its body is read.
  const { rawHeaders } = request;
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
    if (rawHeaders[at]?.toLowerCase() === REMOTE_HEADER) rawHeaders.splice(at, 2);
  rawHeaders.push(REMOTE_HEADER, remote);
}

function remoteOf(request: IncomingMessage, trusted: BlockList): string {
  const peer = peerOf(request);
  if (!isTrusted(peer, trusted)) return peer;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((address) => plain(address.trim()));
  return forwarded.findLast((address) => address !== "" && !isTrusted(address, trusted)) ?? peer;
}

const peerOf = ({ socket }: IncomingMessage): string => plain(socket.remoteAddress ?? "");

/** Headers in which a proxy names its client. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-real-ip"];

/**
 * Detects an untrusted proxy and reports the first one: everyone behind it shares one address, so one person's wrong
 * passwords lock out the others.
 */
export function proxyNotice(trusted: BlockList) {
  let isReported = false;
  return (request: IncomingMessage): void => {
    if (isReported || !FORWARDED.some((name) => request.headers[name] !== undefined)) return;
    const peer = peerOf(request);
    if (peer === "" || isTrusted(peer, trusted)) return;
    isReported = true;
    log.warn({ peer }, "a proxy forwards requests but SIGNALBOX_TRUSTED_PROXIES does not list it");
    process.stderr.write(noticeOf(peer));
  };
}

const noticeOf = (peer: string) => `
  !!! A proxy at ${peer} forwards requests, but SIGNALBOX_TRUSTED_PROXIES does not list it.
  !!! Everyone behind it shares one address, so wrong passwords from one person lock all of them out.
  !!! If the proxy is yours, set SIGNALBOX_TRUSTED_PROXIES=${peer} and restart Signalbox.

`;

/** Drops the port that some proxies add, which differs each time. */
const plain = (address: string) =>
  address.replace(/^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/, "$1$2").replace(/^::ffff:/i, "");

const isTrusted = (address: string, proxies: BlockList): boolean =>
  address !== "" && proxies.check(address, isIPv6(address) ? "ipv6" : "ipv4");
