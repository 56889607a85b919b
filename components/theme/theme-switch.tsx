"use client";

import { Moon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";

const never = () => () => {};

export function ThemeSwitch({ collapsed = false }: { collapsed?: boolean }) {
  const t = useTranslations("common");
  const { resolvedTheme, setTheme } = useTheme();
  const mounted = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const dark = mounted && resolvedTheme === "dark";
  const choose = (on: boolean) => setTheme(on ? "dark" : "light");
  if (collapsed) {
    return (
      <IconButton label={t("darkMode")} aria-pressed={dark} onClick={() => choose(!dark)}>
        <Moon />
      </IconButton>
    );
  }
  return (
    <Label className="h-8 w-full justify-between px-2 font-normal">
      <span className="flex items-center gap-2">
        <Moon aria-hidden="true" className="size-4 text-muted-foreground" />
        {t("darkMode")}
      </span>
      <Switch checked={dark} onCheckedChange={choose} />
    </Label>
  );
}
