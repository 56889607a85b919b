/** Every language but English comes in one large file. */
const load = async (language: string) =>
  language === "en" ? (await import("cronstrue")).default : (await import("cronstrue/i18n")).default;

/**
 * Describes a cron expression in a language (`pt-BR`); null for `@every` and invalid expressions. A time zone before the
 * expression is ignored.
 */
export async function cronWords(cron: string, language: string): Promise<string | null> {
  const text = cron.trim().replace(/^(?:CRON_)?TZ=\S*\s*/, "");
  if (text === "" || text.startsWith("@every")) return null;
  const cronstrue = await load(language);
  try {
    return cronstrue.toString(text, { locale: language.replace("-", "_"), use24HourTimeFormat: true, verbose: true });
  } catch {
    // It throws for expressions that the form has already rejected.
    return null;
  }
}
