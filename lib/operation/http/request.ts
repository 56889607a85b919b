import type { z } from "zod";
import type { Credentials } from "@/lib/access/actor";
import { AppError } from "@/lib/operation/errors";
import type { Caller } from "@/lib/operation/execute";
import { foldNames } from "@/lib/operation/http/fold-names";
import { TOKEN_HEADER } from "@/lib/protocol/runner";

export const SESSION_COOKIE = "semaphore";
/** Set by the server on every request from the socket (or a trusted proxy), overriding what the client sent. */
export const REMOTE_HEADER = "x-signalbox-remote";
const MAX_BODY_BYTES = 1024 * 1024;
/** For what has long texts, of which JSON may take six bytes for a character; our own forms send as much. */
export const LONG_BODY_BYTES = 6 * 1024 * 1024;

/** The caller's credentials, from headers and cookies only; makes no query. A bearer token wins over the cookie. */
export function callerOf(headers: Headers): Caller {
  return {
    credentials: credentialsOf(headers),
    ip: ipOf(headers),
    userAgent: (headers.get("user-agent") ?? "").slice(0, 300),
  };
}

const ipOf = (headers: Headers): string => headers.get(REMOTE_HEADER) ?? "";

function credentialsOf(headers: Headers): Credentials {
  const runnerToken = headers.get(TOKEN_HEADER);
  if (runnerToken) return { kind: "runner", token: runnerToken };
  const authorization = headers.get("authorization") ?? "";
  // A malformed one counts too: it must not fall back to a cookie.
  if (/bearer/i.test(authorization))
    return { kind: "token", token: authorization.replace(/^bearer /i, ""), ip: ipOf(headers) };
  const id = cookieOf(headers, SESSION_COOKIE);
  return id ? { kind: "session", id } : { kind: "none" };
}

export function cookieOf(headers: Headers, name: string): string | null {
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const [key, value] = pair.trim().split("=", 2);
    if (key === name && value) return value;
  }
  return null;
}

/** Rejects a write that another site made the browser send. */
export function refuseForeignOrigin(request: Request, caller: Caller): void {
  if (caller.credentials.kind !== "session" || request.method === "GET" || request.method === "HEAD") return;
  refuseForeign(request.headers);
}

/** For requests that set a session: another site must not sign a visitor in to an account of its choice. */
export function refuseForeign(headers: Headers): void {
  if (isForeign(headers)) throw new AppError("forbidden", { key: "foreignOrigin" });
}

/**
 * Whether another site made the browser send the request. Browser writes and handshakes always have one of the two
 * headers; curl has neither.
 */
export function isForeign(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site && site !== "same-origin" && site !== "none") return true;
  const origin = headers.get("origin");
  return origin !== null && !(URL.canParse(origin) && new URL(origin).host === headers.get("host"));
}

/** The JSON body, whatever its content type; undefined if empty. */
export async function readJson(request: Request, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  const body = (await readBody(request, maxBytes)).toString("utf8");
  if (body.trim() === "") return undefined;
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new AppError("invalid", { key: "notJson", cause });
  }
}

/** The JSON body for a schema; field names match in any case, like in Semaphore. */
export async function readInput(request: Request, schema: z.ZodType, maxBytes?: number): Promise<unknown> {
  return foldNames(schema, await readJson(request, maxBytes));
}

/** The raw body, since it may be signed. Reads at most `maxBytes` to bound memory; a longer body fails as too large. */
export async function readBody(request: Request, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > maxBytes) throw tooLarge(maxBytes);
  // Of a known length it needs no stream, which would cost more than many a call does.
  if (length !== null) return Buffer.from(await request.arrayBuffer());
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const tooLarge = (maxBytes: number) =>
  new AppError("too_large", {
    key: "bodyTooLarge",
    params: { megabytes: Math.round((maxBytes / 1024 / 1024) * 100) / 100 },
  });
