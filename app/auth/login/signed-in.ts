import { headers } from "next/headers";
import { toAppError } from "@/lib/operation/errors";
import { execute } from "@/lib/operation/execute";
import { callerOf } from "@/lib/operation/http/request";
import { pageFailure } from "@/lib/operation/load";
import { getCurrentUser } from "@/lib/user/operations";

/** Unlike load(), it doesn't redirect to this page. */
export async function isSignedIn(): Promise<boolean> {
  try {
    await execute(getCurrentUser, callerOf(await headers()), {}, undefined);
    return true;
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === "unauthenticated") return false;
    throw await pageFailure(error);
  }
}
