import { signIn } from "next-auth/react";
import { succeed } from "@/components/api-client";
import { wantedPath } from "@/lib/access/sign-in-path";

/**
 * Signs in and goes to the requested page, else home with the query string (`t` opens a task). Resolves with null or the
 * name of the error; rejects when the server doesn't respond.
 */
export async function startSession({ auth, password }: { auth: string; password: string }): Promise<string | null> {
  // Without this response next-auth would navigate to a page that can't be loaded either.
  await succeed(fetch("/api/auth/providers"));
  const result = await signIn("credentials", { auth, password, redirect: false });
  if (!result?.ok || result.error) return result?.error ?? "internal";
  window.location.assign(wantedPath(new URLSearchParams(window.location.search)));
  return null;
}
