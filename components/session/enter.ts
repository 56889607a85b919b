import { signIn } from "next-auth/react";
import { succeed } from "@/components/api-client";
import { wantedPath } from "@/lib/access/sign-in-path";

/**
 * Opens a session and goes where somebody wanted to, home with the query string otherwise (`t` opens a task). Answers null, or the
 * name of what went wrong; rejects when the server does not answer.
 */
export async function enter({ auth, password }: { auth: string; password: string }): Promise<string | null> {
  // Without an answer to this next-auth would leave the page for one that cannot be loaded either.
  await succeed(fetch("/api/auth/providers"));
  const result = await signIn("credentials", { auth, password, redirect: false });
  if (!result?.ok || result.error) return result?.error ?? "internal";
  window.location.assign(wantedPath(new URLSearchParams(window.location.search)));
  return null;
}
