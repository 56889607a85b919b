"use client";

import { Languages } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { clearCookie, readCookie, setCookie } from "@/components/shell/cookies";
import { cn } from "@/components/ui/cn";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { fromLanguageTag, isLocale, LANGUAGES, LOCALE_COOKIE, toLanguageTag } from "@/lib/i18n/locale";

/** The language of this browser: its own setting, or one of ours. Selecting one reloads the page. */
export function LanguageMenu({ collapsed }: { collapsed: boolean }) {
  const t = useTranslations("shell.language");
  const current = fromLanguageTag(useLocale());
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={collapsed ? `${t("label")}: ${LANGUAGES[current]}` : undefined}
        className={cn(
          "flex h-8 items-center gap-2 rounded-md text-sm transition-colors focus-visible:-outline-offset-2 hover:bg-accent data-[state=open]:bg-accent",
          collapsed ? "w-10 justify-center" : "w-full px-2",
        )}
      >
        <Languages aria-hidden="true" className="size-4 text-muted-foreground" />
        {!collapsed && (
          <>
            <span className="sr-only">{t("label")}</span>
            {LANGUAGES[current]}
          </>
        )}
      </DropdownMenuTrigger>
      <DropdownMenuContent side="top" align="start" className="max-h-96 w-56 overflow-y-auto">
        <LanguageItems />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function LanguageItems() {
  const t = useTranslations("shell.language");
  const stored = readCookie(LOCALE_COOKIE) ?? "";
  return (
    <DropdownMenuRadioGroup value={isLocale(stored) ? stored : ""} onValueChange={chooseLanguage}>
      <DropdownMenuRadioItem value="">{t("system")}</DropdownMenuRadioItem>
      <DropdownMenuSeparator />
      {Object.keys(LANGUAGES)
        .filter(isLocale)
        .map((locale) => (
          <DropdownMenuRadioItem key={locale} value={locale} lang={toLanguageTag(locale)}>
            {LANGUAGES[locale]}
          </DropdownMenuRadioItem>
        ))}
    </DropdownMenuRadioGroup>
  );
}

/** "" is the browser's own. Reloads the page. */
export function chooseLanguage(locale: string): void {
  if (locale) setCookie(LOCALE_COOKIE, locale);
  else clearCookie(LOCALE_COOKIE);
  window.location.reload();
}
