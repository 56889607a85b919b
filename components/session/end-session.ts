import { leaving, mayLeaveBy } from "@/components/form/leave-question";
import { withoutWaiting } from "@/components/problem/hold-scripts";
import { toast } from "@/components/ui/toast";

/**
 * Ends the session and goes to the sign-in page; a form with unsaved changes asks first. `failedText` is shown when the
 * server doesn't respond.
 */
export async function endSession(failedText: string): Promise<void> {
  const end = () => signOutAndLeave(failedText);
  if (mayLeaveBy(() => void end())) await end();
}

async function signOutAndLeave(failedText: string): Promise<void> {
  try {
    const { signOut } = await withoutWaiting(import("next-auth/react"));
    await signOut({ redirect: false });
    window.location.assign("/auth/login");
  } catch {
    // next-auth only rejects without a response; the session is then still active.
    leaving.current = false;
    toast.error(failedText);
  }
}
