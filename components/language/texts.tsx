"use client";

import dynamic from "next/dynamic";
import { NextIntlClientProvider } from "next-intl";
import type { ComponentType, ReactNode } from "react";
import { openTexts, type Part } from "@/components/language/loaded-texts";
import { Toasts } from "@/components/theme/toasts";
import { fromLanguageTag, type Locale } from "@/lib/i18n/locale";

type TextsProps = { locale: string; children: ReactNode };

/** A file for each language, which browsers keep until its content changes. A page announces its own for the download. */
const PROVIDERS: Record<Locale, ComponentType<TextsProps>> = {
  de: dynamic(async () => provide("de", await import("@/messages/de.json?first"))),
  en: dynamic(async () => provide("en", await import("@/messages/en.json?first"))),
  es: dynamic(async () => provide("es", await import("@/messages/es.json?first"))),
  fr: dynamic(async () => provide("fr", await import("@/messages/fr.json?first"))),
  it: dynamic(async () => provide("it", await import("@/messages/it.json?first"))),
  ja: dynamic(async () => provide("ja", await import("@/messages/ja.json?first"))),
  ko: dynamic(async () => provide("ko", await import("@/messages/ko.json?first"))),
  nl: dynamic(async () => provide("nl", await import("@/messages/nl.json?first"))),
  pl: dynamic(async () => provide("pl", await import("@/messages/pl.json?first"))),
  pt: dynamic(async () => provide("pt", await import("@/messages/pt.json?first"))),
  pt_br: dynamic(async () => provide("pt_br", await import("@/messages/pt_br.json?first"))),
  ru: dynamic(async () => provide("ru", await import("@/messages/ru.json?first"))),
  uk: dynamic(async () => provide("uk", await import("@/messages/uk.json?first"))),
  zh_cn: dynamic(async () => provide("zh_cn", await import("@/messages/zh_cn.json?first"))),
  zh_tw: dynamic(async () => provide("zh_tw", await import("@/messages/zh_tw.json?first"))),
};

/**
 * Provides the texts of a language, and the toasts that use them. Every page contains them as rendered; the browser
 * waits for the file to hydrate. It has the texts that most screens show at once, lib/i18n/first-texts.json.
 */
export function Texts({ locale, children }: TextsProps) {
  const Provider = PROVIDERS[fromLanguageTag(locale)];
  return <Provider locale={locale}>{children}</Provider>;
}

async function provide(language: Locale, { default: first }: Part) {
  const messages = await openTexts(language, first);
  return function Provider({ locale, children }: TextsProps) {
    return (
      <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
        {children}
        <Toasts />
      </NextIntlClientProvider>
    );
  };
}
