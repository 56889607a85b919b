"use client";

import dynamic from "next/dynamic";
import { NextIntlClientProvider } from "next-intl";
import type { ComponentProps, ComponentType, ReactNode } from "react";
import { Toasts } from "@/components/theme/toasts";
import { fromLanguageTag, type Locale } from "@/lib/i18n/locale";

type Messages = ComponentProps<typeof NextIntlClientProvider>["messages"];
type TextsProps = { locale: string; children: ReactNode };

/** A file for each language, which browsers keep until its content changes. A page announces its own for the download. */
const PROVIDERS: Record<Locale, ComponentType<TextsProps>> = {
  de: dynamic(async () => provide(await import("@/messages/de.json"))),
  en: dynamic(async () => provide(await import("@/messages/en.json"))),
  es: dynamic(async () => provide(await import("@/messages/es.json"))),
  fr: dynamic(async () => provide(await import("@/messages/fr.json"))),
  it: dynamic(async () => provide(await import("@/messages/it.json"))),
  ja: dynamic(async () => provide(await import("@/messages/ja.json"))),
  ko: dynamic(async () => provide(await import("@/messages/ko.json"))),
  nl: dynamic(async () => provide(await import("@/messages/nl.json"))),
  pl: dynamic(async () => provide(await import("@/messages/pl.json"))),
  pt: dynamic(async () => provide(await import("@/messages/pt.json"))),
  pt_br: dynamic(async () => provide(await import("@/messages/pt_br.json"))),
  ru: dynamic(async () => provide(await import("@/messages/ru.json"))),
  uk: dynamic(async () => provide(await import("@/messages/uk.json"))),
  zh_cn: dynamic(async () => provide(await import("@/messages/zh_cn.json"))),
  zh_tw: dynamic(async () => provide(await import("@/messages/zh_tw.json"))),
};

/** Provides the texts of a language, and the toasts that use them. Every page contains them as rendered; the browser waits for the file to hydrate. */
export function Texts({ locale, children }: TextsProps) {
  const Provider = PROVIDERS[fromLanguageTag(locale)];
  return <Provider locale={locale}>{children}</Provider>;
}

const provide = ({ default: messages }: { default: Messages }) =>
  function Provider({ locale, children }: TextsProps) {
    return (
      <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
        {children}
        <Toasts />
      </NextIntlClientProvider>
    );
  };
