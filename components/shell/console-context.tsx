"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Project } from "@/lib/project/schema";
import type { CurrentUser } from "@/lib/user/schema";

/** Data for every screen: the user and the open project. */
export type Console = {
  user: CurrentUser;
  version: string;
  /** On global screens the last opened project. Null if there is none. */
  project: Project | null;
  /** The user's role in it; "" for an admin who is not a member. */
  role: string;
  permissions: number;
  /** Cookies with the user's choices for lists. */
  lists: Readonly<Record<string, string>>;
};

const ConsoleContext = createContext<Console | null>(null);

export function ConsoleProvider({ value, children }: { value: Console; children: ReactNode }) {
  return <ConsoleContext value={value}>{children}</ConsoleContext>;
}

export function useConsole(): Console {
  const value = useContext(ConsoleContext);
  if (!value) throw new Error("useConsole works only inside the console's frame");
  return value;
}
