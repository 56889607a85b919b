import { expect, test } from "vitest";
import { chooseLocale, fromLanguageTag, LANGUAGES, toLanguageTag } from "@/lib/i18n/locale";

test.each([
  [undefined, null, "en"],
  ["ja", "de", "ja"],
  ["tlh", "de", "de"],
  [undefined, "tlh, pt-BR;q=0.8, en", "pt_br"],
  [undefined, "pt-PT", "pt"],
  [undefined, "de-AT,en;q=0.5", "de"],
  [undefined, "zh", "zh_cn"],
  [undefined, "zh-Hant-HK", "zh_tw"],
  [undefined, "zh-Hans-SG", "zh_cn"],
  ["constructor", "toString", "en"],
  ["", "*", "en"],
])("with the choice %s, a browser that accepts %s gets %s", (stored, asked, locale) => {
  expect(chooseLocale(stored, asked)).toBe(locale);
});

test("a language converts to its web tag and back", () => {
  for (const locale of Object.keys(LANGUAGES))
    expect(fromLanguageTag(toLanguageTag(locale as keyof typeof LANGUAGES))).toBe(locale);
  for (const tag of Object.keys(LANGUAGES)) expect(Intl.getCanonicalLocales(tag.replace("_", "-"))).toHaveLength(1);
});
