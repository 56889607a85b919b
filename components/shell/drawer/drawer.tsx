"use client";

import { useTranslations } from "next-intl";
import { DrawerContent } from "@/components/shell/drawer/drawer-content";
import { useShell } from "@/components/shell/shell-context";
import { cn } from "@/components/ui/cn";

/** The drawer next to the page in wide windows; in narrow ones see DrawerSheet. */
export function Drawer() {
  const t = useTranslations("shell");
  const { collapsed } = useShell();
  return (
    <aside
      aria-label={t("menu")}
      className={cn(
        "sticky top-0 hidden h-dvh shrink-0 border-border border-r bg-sidebar transition-[width] min-[900px]:block",
        collapsed ? "w-14" : "w-58",
      )}
    >
      <DrawerContent collapsed={collapsed} />
    </aside>
  );
}
