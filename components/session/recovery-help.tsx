import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ExamplePassword } from "@/components/session/example-password";

const PASSWORD_FILE = "admin-password";
const PASSWORD_COMMAND = "npx signalbox user password admin";
/** The command's prompt, which is always in English. */
const PASSWORD_PROMPT = "New password of admin:";

/** What to do when you can't sign in. */
export function RecoveryHelp() {
  const t = useTranslations("session");
  return (
    <>
      <Case title={t("recovery.forgotTitle")}>
        <p>{t("recovery.forgot")}</p>
      </Case>
      <Case title={t("recovery.firstTitle")}>
        <p>{t("recovery.first")}</p>
        <Code>{PASSWORD_FILE}</Code>
        <p>{t("recovery.firstHint")}</p>
      </Case>
      <Case title={t("recovery.nobodyTitle")}>
        <p>{t("recovery.nobody")}</p>
        <PasswordCommand />
        <p>{t("recovery.nobodyHint")}</p>
      </Case>
      <Case title={t("recovery.lockedTitle")}>
        <p>{t("recovery.locked")}</p>
      </Case>
    </>
  );
}

/** The command and its prompt as in a terminal. */
function PasswordCommand() {
  return (
    <Code>
      <span className="block">{PASSWORD_COMMAND}</span>
      <span className="block text-muted-foreground">
        {PASSWORD_PROMPT} <ExamplePassword />
      </span>
    </Code>
  );
}

function Code({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-md border border-border bg-muted px-3 py-2 font-mono text-foreground">{children}</code>
  );
}

function Case({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 text-muted-foreground text-sm">
      <h3 className="font-medium text-base text-foreground">{title}</h3>
      {children}
    </section>
  );
}
