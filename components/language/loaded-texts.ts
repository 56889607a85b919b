import type { Messages } from "next-intl";
import type { Locale } from "@/lib/i18n/locale";

export type Part = { default: Messages };
type Group = { [name: string]: unknown };

/** The texts of forms, dialogs, logs and so on. */
const MORE: Record<Locale, () => Promise<Part>> = {
  de: () => import("@/messages/de.json?more"),
  en: () => import("@/messages/en.json?more"),
  es: () => import("@/messages/es.json?more"),
  fr: () => import("@/messages/fr.json?more"),
  it: () => import("@/messages/it.json?more"),
  ja: () => import("@/messages/ja.json?more"),
  ko: () => import("@/messages/ko.json?more"),
  nl: () => import("@/messages/nl.json?more"),
  pl: () => import("@/messages/pl.json?more"),
  pt: () => import("@/messages/pt.json?more"),
  pt_br: () => import("@/messages/pt_br.json?more"),
  ru: () => import("@/messages/ru.json?more"),
  uk: () => import("@/messages/uk.json?more"),
  zh_cn: () => import("@/messages/zh_cn.json?more"),
  zh_tw: () => import("@/messages/zh_tw.json?more"),
};

const onServer = typeof window === "undefined";

/** By language; a browser has one. They grow in place: a new object would render every component again. */
const opened = new Map<Locale, Messages>();

/** The texts of a language, to which the browser adds the others when they are needed; the server has all. */
export async function openTexts(language: Locale, first: Messages): Promise<Messages> {
  const texts = structuredClone(first);
  opened.set(language, texts);
  if (onServer) addTexts(language, await MORE[language]());
  return texts;
}

/** Code that shows other texts than the first ones comes with them, and not without. */
export async function withTexts<Code>(code: Promise<Code>): Promise<Code> {
  const [loaded] = await Promise.all([code, onServer || loadMore()]);
  return loaded;
}

async function loadMore(): Promise<void> {
  for (const language of opened.keys()) addTexts(language, await MORE[language]());
}

export function addTexts(language: Locale, { default: more }: Part): void {
  const texts = opened.get(language);
  if (texts) fill(texts, more);
}

/** Also to groups that are there in part. */
function fill(texts: Group, more: Group): void {
  for (const [name, value] of Object.entries(more)) {
    const known = texts[name];
    if (isGroup(known) && isGroup(value)) fill(known, value);
    else texts[name] = value;
  }
}

/** Not a text, and not the parts of one that takes parameters. */
const isGroup = (value: unknown): value is Group =>
  typeof value === "object" && value !== null && !Array.isArray(value);
