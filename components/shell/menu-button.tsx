"use client";

import { PanelLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { useShell } from "@/components/shell/shell-context";
import { IconButton } from "@/components/ui/icon-button";

/** Opens the drawer as a sheet in a narrow window; in a wide one collapses it to icons or expands it. */
export function MenuButton() {
  const t = useTranslations("shell");
  const { show, collapsed, toggleCollapsed } = useShell();
  return (
    <>
      <IconButton
        label={t("menu")}
        className="-ml-1.5 text-muted-foreground min-[900px]:hidden"
        onClick={() => show("menu")}
      >
        <PanelLeft />
      </IconButton>
      <IconButton
        label={t(collapsed ? "expand" : "collapse")}
        aria-expanded={!collapsed}
        className="-ml-2 text-muted-foreground max-[900px]:hidden"
        onClick={toggleCollapsed}
      >
        <PanelLeft />
      </IconButton>
    </>
  );
}
