import { useTranslations } from "next-intl";
import { useErrorWords } from "@/components/problem/use-error-words";

/** The text of next-auth's error name for a wrong password, or of a key of messages.errors. */
export function useErrorText(): (error: string) => string {
  const t = useTranslations("errors");
  const words = useErrorWords();
  return (error) => (error === "CredentialsSignin" ? t("incorrectUsrPwd") : (words(error) ?? t("internal")));
}
