import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Security headers of a page. The nonce is set on the response and on the request, where Next and pages read it, next
 * to the requested path.
 */
export function setPageHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { dev, https }: { dev: boolean; https: boolean },
): void {
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self' ws: wss:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  request.headers["content-security-policy"] = policy;
  request.headers["x-nonce"] = nonce;
  request.headers["x-path"] = request.url;
  response.setHeader("content-security-policy", policy);
  setCommonHeaders(response, https);
}

/** For every response, including /api. */
export function setCommonHeaders(response: ServerResponse, https: boolean): void {
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("referrer-policy", "no-referrer");
  response.setHeader("x-frame-options", "DENY");
  if (https) response.setHeader("strict-transport-security", "max-age=31536000");
}
