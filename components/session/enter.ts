import { signIn } from "next-auth/react";
import { apiRead } from "@/components/api-client";

/**
 * Opens a session and goes home, with the query string that came along (`t` opens a task). Answers null, or the
 * name of what went wrong; rejects when the server does not answer.
 */
export async function enter({ auth, password }: { auth: string; password: string }): Promise<string | null> {
  // Without an answer to this next-auth would leave the page for one that cannot be loaded either.
  await apiRead("/api/auth/providers");
  const result = await signIn("credentials", { auth, password, redirect: false });
  if (!result?.ok || result.error) return result?.error ?? "internal";
  const query = new URLSearchParams(window.location.search);
  query.delete("error");
  query.delete("callbackUrl");
  window.location.assign(query.size > 0 ? `/?${query}` : "/");
  return null;
}
