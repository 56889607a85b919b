/** Every language but English comes in one large file. */
const load = async (language: string) =>
  language === "en" ? (await import("cronstrue")).default : (await import("cronstrue/i18n")).default;

/** "Every 15 minutes" needs no "every day"; "At 09:00" does. */
const AT_TIMES = /^\d+ [\d,]+ |^@/;

/** The library's name for a language; it has no plain `pt`. */
const LOCALES = new Map([["pt", "pt_PT"]]);

/**
 * Describes a cron expression in a language (`pt-BR`); null for `@every` and invalid expressions. A time zone before the
 * expression is ignored.
 */
export async function cronWords(cron: string, language: string): Promise<string | null> {
  const text = cron.trim().replace(/^(?:CRON_)?TZ=\S*\s*/, "");
  if (text === "" || text.startsWith("@every")) return null;
  const cronstrue = await load(language);
  const locale = language.replace("-", "_");
  try {
    const wanted = { locale: LOCALES.get(locale) ?? locale, use24HourTimeFormat: true, verbose: AT_TIMES.test(text) };
    return plainer(cronstrue.toString(text, wanted));
  } catch {
    // It throws for expressions that the form has already rejected.
    return null;
  }
}

/** The library's English names weekdays after "only", and its Japanese begins with "carried out at the following". */
const plainer = (words: string): string => words.replace(/, only on /, " on ").replace(/^次において実施/, "");
