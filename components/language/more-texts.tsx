"use client";

import dynamic from "next/dynamic";
import { useLocale } from "next-intl";
import type { ComponentType, ReactNode } from "react";
import { addTexts, type Part } from "@/components/language/loaded-texts";
import { fromLanguageTag, type Locale } from "@/lib/i18n/locale";

type MoreTextsProps = { children: ReactNode };

/** Named one by one, so that a page announces its own for the download. */
const SCREENS: Record<Locale, ComponentType<MoreTextsProps>> = {
  de: dynamic(async () => complete("de", await import("@/messages/de.json?more"))),
  en: dynamic(async () => complete("en", await import("@/messages/en.json?more"))),
  es: dynamic(async () => complete("es", await import("@/messages/es.json?more"))),
  fr: dynamic(async () => complete("fr", await import("@/messages/fr.json?more"))),
  it: dynamic(async () => complete("it", await import("@/messages/it.json?more"))),
  ja: dynamic(async () => complete("ja", await import("@/messages/ja.json?more"))),
  ko: dynamic(async () => complete("ko", await import("@/messages/ko.json?more"))),
  nl: dynamic(async () => complete("nl", await import("@/messages/nl.json?more"))),
  pl: dynamic(async () => complete("pl", await import("@/messages/pl.json?more"))),
  pt: dynamic(async () => complete("pt", await import("@/messages/pt.json?more"))),
  pt_br: dynamic(async () => complete("pt_br", await import("@/messages/pt_br.json?more"))),
  ru: dynamic(async () => complete("ru", await import("@/messages/ru.json?more"))),
  uk: dynamic(async () => complete("uk", await import("@/messages/uk.json?more"))),
  zh_cn: dynamic(async () => complete("zh_cn", await import("@/messages/zh_cn.json?more"))),
  zh_tw: dynamic(async () => complete("zh_tw", await import("@/messages/zh_tw.json?more"))),
};

/** Around a screen that shows other texts than the first ones at once: forms, a task. */
export function MoreTexts({ children }: MoreTextsProps) {
  const Screen = SCREENS[fromLanguageTag(useLocale())];
  return <Screen>{children}</Screen>;
}

function complete(language: Locale, more: Part) {
  addTexts(language, more);
  return function Screen({ children }: MoreTextsProps) {
    return children;
  };
}
