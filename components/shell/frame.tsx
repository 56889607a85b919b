"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { LiveProvider } from "@/components/live/live-provider";
import { AccountDialog } from "@/components/shell/account-dialog";
import { type Console, ConsoleProvider } from "@/components/shell/console-context";
import { LAST_PROJECT_COOKIE, setCookie } from "@/components/shell/cookies";
import { Drawer } from "@/components/shell/drawer/drawer";
import { ShortcutsDialog } from "@/components/shell/keys/shortcuts-dialog";
import { Palette } from "@/components/shell/palette/palette";
import { ShellProvider } from "@/components/shell/shell-context";

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
          <Palette />
          <ShortcutsDialog />
          <AccountDialog />
        </ShellProvider>
      </LiveProvider>
    </ConsoleProvider>
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
