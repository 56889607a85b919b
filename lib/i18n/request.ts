import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { chooseLocale, LOCALE_COOKIE, toLanguageTag } from "@/lib/i18n/locale";

export default getRequestConfig(async () => {
  const locale = chooseLocale((await cookies()).get(LOCALE_COOKIE)?.value, (await headers()).get("accept-language"));
  const messages = (await import(`../../messages/${locale}.json`)).default;
  return { locale: toLanguageTag(locale), messages, timeZone: "UTC" };
});
