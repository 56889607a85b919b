/**
 * Interface languages with their native names. The key is stored in the browser's `lang` cookie and names the file in
 * messages/.
 */
export const LANGUAGES = {
  de: "Deutsch",
  en: "English",
  es: "Español",
  fr: "Français",
  it: "Italiano",
  ja: "日本語",
  ko: "한국어",
  nl: "Nederlands",
  pl: "Polski",
  pt: "Português",
  pt_br: "Português (Brasil)",
  ru: "Русский",
  uk: "Українська",
  zh_cn: "简体中文",
  zh_tw: "繁體中文",
} as const;
export type Locale = keyof typeof LANGUAGES;

export const LOCALE_COOKIE = "lang";

/** Other tags that browsers use for our languages. */
const ALIASES = new Map<string, Locale>([
  ["zh", "zh_cn"],
  ["zh_hans", "zh_cn"],
  ["zh_hant", "zh_tw"],
  ["zh_hk", "zh_tw"],
  ["zh_mo", "zh_tw"],
]);

export const isLocale = (tag: string): tag is Locale => Object.hasOwn(LANGUAGES, tag);

/** The first supported language: the stored choice, then the browser's preferences, then English. */
export function chooseLocale(stored: string | undefined, acceptLanguage: string | null): Locale {
  const asked = (acceptLanguage ?? "").split(",").map((part) => part.split(";", 1)[0]?.trim().toLowerCase() ?? "");
  for (const tag of [stored ?? "", ...asked]) {
    const found = nearest(tag.replaceAll("-", "_"));
    if (found) return found;
  }
  return "en";
}

/** `pt_pt` falls back to `pt`, `zh_hant_tw` to `zh_tw`. */
function nearest(tag: string): Locale | null {
  const parts = tag.split("_");
  for (let length = parts.length; length > 0; length--) {
    const shorter = parts.slice(0, length).join("_");
    if (isLocale(shorter)) return shorter;
    const alias = ALIASES.get(shorter);
    if (alias) return alias;
  }
  return null;
}

/** `pt_br` as a BCP 47 tag: `pt-BR`. */
export const toLanguageTag = (locale: Locale): string => {
  const [language = "en", region] = locale.split("_");
  return region ? `${language}-${region.toUpperCase()}` : language;
};

/** The inverse, from a page's language tag. */
export const fromLanguageTag = (tag: string): Locale => chooseLocale(tag.toLowerCase(), null);
