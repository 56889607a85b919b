import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { OwnTexts } from "@/components/language/own-texts";
import { pickTexts } from "@/lib/i18n/pick-texts";
import screens from "@/lib/i18n/screen-texts.json";

type ScreenTextsProps = { of: keyof typeof screens; children: ReactNode };

/** Around a screen that shows more at once than lib/i18n/first-texts.json, but little: its page contains these texts. */
export async function ScreenTexts({ of, children }: ScreenTextsProps) {
  const [locale, messages] = await Promise.all([getLocale(), getMessages()]);
  return (
    <OwnTexts key={locale} texts={pickTexts(messages, screens[of])}>
      {children}
    </OwnTexts>
  );
}
