"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useMemo, useState, useTransition } from "react";
import { mayLeaveBy } from "@/components/form/leave-question";
import { DRAWER_COOKIE, setCookie } from "@/components/shell/cookies";
import type { PaletteCommand } from "@/components/shell/palette/entry";

/** What is open over the page: the drawer as a sheet, the palette, the list of shortcuts, the account form. */
type Overlay = "menu" | "palette" | "shortcuts" | "account";

type Shell = {
  collapsed: boolean;
  toggleCollapsed: () => void;
  overlay: Overlay | null;
  show: (overlay: Overlay | null) => void;
  /** What the palette has last opened a form for. */
  command: { id: number; command: PaletteCommand } | null;
  perform: (command: PaletteCommand) => void;
  /** Navigates to another screen and closes overlays; a form with unsaved changes asks first. */
  navigate: (href: string) => void;
  /** The other screen is still loading. */
  navigating: boolean;
};

const ShellContext = createContext<Shell | null>(null);

export function ShellProvider({ initiallyCollapsed, children }: { initiallyCollapsed: boolean; children: ReactNode }) {
  const router = useRouter();
  const [collapsed, setCollapsed] = useState(initiallyCollapsed);
  const [overlay, show] = useState<Overlay | null>(null);
  const [command, setCommand] = useState<Shell["command"]>(null);
  const [navigating, startNavigation] = useTransition();
  const shell = useMemo(() => {
    const toggleCollapsed = () => {
      setCollapsed(!collapsed);
      setCookie(DRAWER_COOKIE, collapsed ? "open" : "collapsed");
    };
    const navigate = (href: string) => {
      show(null);
      if (mayLeaveBy(href)) startNavigation(() => router.push(href));
    };
    const perform = (next: PaletteCommand) => setCommand({ id: (command?.id ?? 0) + 1, command: next });
    return { collapsed, toggleCollapsed, overlay, show, command, perform, navigate, navigating };
  }, [collapsed, overlay, command, navigating, router]);
  return <ShellContext value={shell}>{children}</ShellContext>;
}

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error("useShell works only inside the console's frame");
  return shell;
}
