import { useMessages } from "next-intl";

/** The text of next-auth's error name for a wrong password, or of a key of messages.errors. */
export function useErrorText(): (error: string) => string {
  const texts: Record<string, string> & { incorrectUsrPwd: string; internal: string } = useMessages().errors;
  return (error) => (error === "CredentialsSignin" ? texts.incorrectUsrPwd : (texts[error] ?? texts.internal));
}
