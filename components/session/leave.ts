import { toast } from "@/components/ui/toast";

/** Ends the session and goes to the sign-in page. `failedText` is shown when the server does not answer. */
export async function leave(failedText: string): Promise<void> {
  try {
    const { signOut } = await import("next-auth/react");
    await signOut({ redirect: false });
    window.location.assign("/auth/login");
  } catch {
    // next-auth rejects only when it got no answer; the session then still stands.
    toast.error(failedText);
  }
}
