import { z } from "zod";
import { cookieOf } from "@/lib/operation/http/request";
import { cookieOptions } from "@/lib/operation/http/session-cookie";

/** A sign-in in progress, known only to the browser that started it. */
const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
});
export type Attempt = z.infer<typeof Attempt>;

const COOKIE = "signalbox_oidc";
const MAX_AGE_SECONDS = 600;

/** Scoped to this provider's paths, so that another provider cannot use it. */
export const attemptCookie = (provider: string, attempt: Attempt): string =>
  serialize(provider, Buffer.from(JSON.stringify(attempt)).toString("base64url"), MAX_AGE_SECONDS);

export const clearedAttempt = (provider: string): string => serialize(provider, "", 0);

export function attemptOf(headers: Headers): Attempt | null {
  try {
    return Attempt.parse(JSON.parse(Buffer.from(cookieOf(headers, COOKIE) ?? "", "base64url").toString("utf8")));
  } catch {
    // Missing, or not one that we set.
    return null;
  }
}

function serialize(provider: string, value: string, maxAge: number): string {
  const secure = cookieOptions().secure ? "; Secure" : "";
  return `${COOKIE}=${value}; Path=/api/auth/oidc/${provider}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}
