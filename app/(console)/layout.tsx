import type { ReactNode } from "react";
import { currentUser } from "@/app/(console)/caller";

/** Redirects signed-out users to the login page before anything below is rendered. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  await currentUser();
  return children;
}
