import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LiveProvider } from "@/components/live/live-provider";
import { type Console, ConsoleProvider } from "@/components/shell/console-context";
import { Drawer } from "@/components/shell/drawer/drawer";
import { ShellProvider } from "@/components/shell/shell-context";
import { ApprovalsProvider } from "@/components/workflow/approval/approvals-provider";
import type { Approval } from "@/lib/task/schema/workflow";

type FrameProps = {
  context: Console;
  approvals: Approval[];
  drawerCollapsed: boolean;
  /** What opens over the page. */
  overlays: ReactNode;
  children: ReactNode;
};

/** Everything around a page of the console. */
export function Frame({ context, approvals, drawerCollapsed, overlays, children }: FrameProps) {
  return (
    <ConsoleProvider value={context}>
      <LiveProvider projectId={context.project?.id ?? null}>
        <ApprovalsProvider initial={approvals}>
          <ShellProvider initiallyCollapsed={drawerCollapsed}>
            <SkipLink />
            <div className="flex min-h-dvh">
              <Drawer />
              <div className="flex min-w-0 flex-1 flex-col">{children}</div>
            </div>
            {overlays}
          </ShellProvider>
        </ApprovalsProvider>
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
