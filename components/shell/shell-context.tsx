"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useMemo, useState, useTransition } from "react";
import { DRAWER_COOKIE, setCookie } from "@/components/shell/cookies";

/** What is open over the page: the drawer as a sheet, the palette, the list of shortcuts, the account form. */
type Overlay = "menu" | "palette" | "shortcuts" | "account";

type Shell = {
  collapsed: boolean;
  toggleCollapsed: () => void;
  overlay: Overlay | null;
  show: (overlay: Overlay | null) => void;
  /** Navigates to another screen and closes overlays. */
  navigate: (href: string) => void;
  /** The other screen is still loading. */
  navigating: boolean;
};

const ShellContext = createContext<Shell | null>(null);

export function ShellProvider({ initiallyCollapsed, children }: { initiallyCollapsed: boolean; children: ReactNode }) {
  const router = useRouter();
  const [collapsed, setCollapsed] = useState(initiallyCollapsed);
  const [overlay, show] = useState<Overlay | null>(null);
  const [navigating, startNavigation] = useTransition();
  const shell = useMemo(() => {
    const toggleCollapsed = () => {
      setCollapsed(!collapsed);
      setCookie(DRAWER_COOKIE, collapsed ? "open" : "collapsed");
    };
    const navigate = (href: string) => {
      show(null);
      startNavigation(() => router.push(href));
    };
    return { collapsed, toggleCollapsed, overlay, show, navigate, navigating };
  }, [collapsed, overlay, navigating, router]);
  return <ShellContext value={shell}>{children}</ShellContext>;
}

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error("useShell works only inside the console's frame");
  return shell;
}
