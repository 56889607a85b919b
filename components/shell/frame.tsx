"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { LoadedOnTouch } from "@/components/dialog/loaded-on-touch";
import { LiveProvider } from "@/components/live/live-provider";
import { type Console, ConsoleProvider } from "@/components/shell/console-context";
import { LAST_PROJECT_COOKIE, setCookie } from "@/components/shell/cookies";
import { Drawer } from "@/components/shell/drawer/drawer";
import { useShortcuts } from "@/components/shell/keys/use-shortcuts";
import { ShellProvider, useShell } from "@/components/shell/shell-context";

const loadOverlays = () => import("@/components/shell/overlays");
const Overlays = dynamic(() => loadOverlays().then((module) => module.Overlays));

type FrameProps = { context: Console; drawerCollapsed: boolean; children: ReactNode };

/** Everything around a page of the console. */
export function Frame({ context, drawerCollapsed, children }: FrameProps) {
  const projectId = context.project?.id ?? null;
  useEffect(() => {
    if (projectId !== null) setCookie(LAST_PROJECT_COOKIE, String(projectId));
  }, [projectId]);
  return (
    <ConsoleProvider value={context}>
      <LiveProvider projectId={projectId}>
        <ShellProvider initiallyCollapsed={drawerCollapsed}>
          <SkipLink />
          <div className="flex min-h-dvh">
            <Drawer />
            <div className="flex min-w-0 flex-1 flex-col">{children}</div>
          </div>
          <OverPage />
        </ShellProvider>
      </LiveProvider>
    </ConsoleProvider>
  );
}

function OverPage() {
  const { overlay } = useShell();
  useShortcuts();
  return (
    <LoadedOnTouch open={overlay !== null} load={loadOverlays}>
      <Overlays />
    </LoadedOnTouch>
  );
}

function SkipLink() {
  const t = useTranslations("shell");
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-60 -translate-y-16 rounded-md bg-primary px-3 py-2 text-primary-foreground text-sm focus-visible:translate-y-0"
    >
      {t("skip")}
    </a>
  );
}
