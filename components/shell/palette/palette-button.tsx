"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useModKey } from "@/components/shell/keys/use-mod-key";
import { useShell } from "@/components/shell/shell-context";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";

export function PaletteButton() {
  const t = useTranslations("shell.palette");
  const { show } = useShell();
  const mod = useModKey();
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-keyshortcuts="Control+K Meta+K"
      className="gap-2 px-1.5 text-muted-foreground"
      onClick={() => show("palette")}
    >
      <Search />
      <span className="sr-only">{t("open")}</span>
      <Kbd className="max-[900px]:hidden">{mod}K</Kbd>
    </Button>
  );
}
