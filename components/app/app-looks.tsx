"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { App } from "@/lib/app/schema";

/** An application's look as set by an administrator; blank: the default. */
export type AppLook = Pick<App, "icon" | "color" | "dark_color">;

type KnownApp = AppLook & Pick<App, "id" | "title" | "active">;

const AppLooksContext = createContext<ReadonlyMap<string, KnownApp>>(new Map());

/** Provides the administrators' looks to every AppIcon below. */
export function AppLooks({ apps, children }: { apps: KnownApp[]; children: ReactNode }) {
  const looks = useMemo(() => new Map(apps.map((app) => [app.id, app])), [apps]);
  return <AppLooksContext value={looks}>{children}</AppLooksContext>;
}

export const useAppLook = (app: string): AppLook | undefined => useContext(AppLooksContext).get(app);

/** The applications for new templates, highest priority first. */
export const useActiveApps = (): KnownApp[] => [...useContext(AppLooksContext).values()].filter(({ active }) => active);
