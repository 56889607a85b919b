import { signIn } from "next-auth/react";
import { succeed } from "@/components/api-client";

/** Signs in. Resolves with null or the name of the error; rejects when the server doesn't respond. */
export async function startSession({ auth, password }: { auth: string; password: string }): Promise<string | null> {
  // Without this response next-auth would navigate to a page that can't be loaded either.
  await succeed(fetch("/api/auth/providers"));
  const result = await signIn("credentials", { auth, password, redirect: false });
  return result?.ok && !result.error ? null : (result?.error ?? "internal");
}
