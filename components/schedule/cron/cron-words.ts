/** Every language but English comes in one file, which is large. */
const load = async (language: string) =>
  language === "en" ? (await import("cronstrue")).default : (await import("cronstrue/i18n")).default;

/**
 * A cron text in words, in the language of the tag (`pt-BR`); null for what has no words: `@every`, and what is no cron
 * text. A time zone before it is left out.
 */
export async function cronWords(cron: string, language: string): Promise<string | null> {
  const text = cron.trim().replace(/^(?:CRON_)?TZ=\S*\s*/, "");
  if (text === "" || text.startsWith("@every")) return null;
  const cronstrue = await load(language);
  try {
    return cronstrue.toString(text, { locale: language.replace("-", "_"), use24HourTimeFormat: true, verbose: true });
  } catch {
    // It throws a sentence of its own for what the form has already refused.
    return null;
  }
}
