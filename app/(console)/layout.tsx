import type { ReactNode } from "react";
import { load } from "@/lib/operation/load";
import { getCurrentUser } from "@/lib/user/operations";

/** Redirects signed-out users to the login page before anything below is rendered. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  await load(getCurrentUser, {});
  return children;
}
