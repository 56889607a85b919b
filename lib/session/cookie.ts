import { SESSION_COOKIE } from "@/lib/operation/http/request";
import { settings } from "@/lib/settings/settings";

/** Lifetime of the longest session; the database row decides. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

export const cookieOptions = () => ({
  httpOnly: true,
  sameSite: "lax" as const,
  path: "/",
  secure: settings().publicUrl?.startsWith("https:") ?? false,
});

export const sessionCookie = (sessionId: string): string => serialize(sessionId, MAX_AGE_SECONDS);
export const clearedCookie = (): string => serialize("", 0);

function serialize(value: string, maxAge: number): string {
  const { path, secure } = cookieOptions();
  return `${SESSION_COOKIE}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
