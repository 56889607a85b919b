/** Interface languages there is a messages file for, by the tag stored in the browser's `lang` cookie. */
export const LOCALES = ["en"] as const;
export type Locale = (typeof LOCALES)[number];

export const LOCALE_COOKIE = "lang";

const isLocale = (tag: string): tag is Locale => (LOCALES as readonly string[]).includes(tag);

/** The first language that is offered: the stored choice, then what the browser asks for, then English. */
export function chooseLocale(stored: string | undefined, acceptLanguage: string | null): Locale {
  const asked = (acceptLanguage ?? "")
    .split(",")
    .map((part) => part.split(";", 1)[0]?.trim().toLowerCase().replace("-", "_") ?? "");
  const tags = [stored ?? "", ...asked].flatMap((tag) => [tag, tag.split("_", 1)[0] ?? ""]);
  return tags.find(isLocale) ?? "en";
}

/** `pt_br` as the web writes it: `pt-BR`. */
export const toLanguageTag = (locale: Locale): string => {
  const [language = "en", region] = locale.split("_");
  return region ? `${language}-${region.toUpperCase()}` : language;
};
