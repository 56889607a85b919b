"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { App } from "@/lib/app/schema";

/** How an administrator wants an application to look; blank: as it comes. */
export type AppLook = Pick<App, "icon" | "color" | "dark_color">;

const AppLooksContext = createContext<ReadonlyMap<string, AppLook>>(new Map());

/** Lets every AppIcon below show the looks that administrators chose. */
export function AppLooks({ apps, children }: { apps: (AppLook & { id: string })[]; children: ReactNode }) {
  const looks = useMemo(() => new Map(apps.map((app) => [app.id, app])), [apps]);
  return <AppLooksContext value={looks}>{children}</AppLooksContext>;
}

export const useAppLook = (app: string): AppLook | undefined => useContext(AppLooksContext).get(app);
