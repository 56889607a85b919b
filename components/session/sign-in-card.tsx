import { useTranslations } from "next-intl";
import { ProviderButton } from "@/components/session/provider-button";
import { RecoveryDialog } from "@/components/session/recovery-dialog";
import { RecoveryHelp } from "@/components/session/recovery-help";
import { SignInForm } from "@/components/session/sign-in-form";
import { useErrorText } from "@/components/session/use-error-text";
import { Logo } from "@/components/shell/logo";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import type { LoginOptions } from "@/lib/session/schema";

type SignInCardProps = {
  options: LoginOptions;
  /** The error returned by a provider's sign-in. */
  error: string | null;
  /** Passed to a provider and back: "" or "?…". */
  query: string;
};

/** All sign-in options. */
export function SignInCard({ options, error, query }: SignInCardProps) {
  const t = useTranslations("session");
  const errorText = useErrorText();
  const { login_with_password: withPassword, oidc_providers: providers } = options;
  return (
    <Card className="w-full max-w-92 p-7 shadow-[0_1px_2px_oklch(0_0_0/0.04),0_16px_48px_-16px_oklch(0_0_0/0.16)]">
      <header className="mb-6 flex flex-col items-center gap-3 text-center">
        <Logo className="size-12" />
        <h1 className="font-semibold text-xl tracking-tight">{t("heading")}</h1>
      </header>
      <div className="flex flex-col gap-4">
        {withPassword && <SignInForm initialError={error} />}
        {!withPassword && error && (
          <Alert variant="error" title={t("failed")}>
            {errorText(error)}
          </Alert>
        )}
        {withPassword && providers.length > 0 && <Or />}
        {providers.map((provider) => (
          <ProviderButton key={provider.id} provider={provider} query={query} />
        ))}
        {!withPassword && providers.length === 0 && <Alert variant="amber">{t("noWay")}</Alert>}
        <RecoveryDialog>
          <RecoveryHelp />
        </RecoveryDialog>
      </div>
    </Card>
  );
}

function Or() {
  const t = useTranslations("session");
  return (
    <div className="flex items-center gap-3 text-muted-foreground text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {t("or")}
    </div>
  );
}
