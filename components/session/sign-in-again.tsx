import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api } from "@/components/api-client";
import { useReturn } from "@/components/live/use-return";
import { ProviderButton } from "@/components/session/provider-button";
import { sessionEnd } from "@/components/session/session-end";
import { SignInForm } from "@/components/session/sign-in-form";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import type { LoginOptions } from "@/lib/session/schema";
import type { CurrentUser } from "@/lib/user/schema";

/** Without an answer, passwords are the way that nearly every server has. */
const PASSWORD_ONLY: LoginOptions = { login_with_password: true, oidc_providers: [] };

type SignInAgainProps = { user: Pick<CurrentUser, "id" | "username"> };

/** Asks to sign in over a page whose session has ended, and keeps what was typed in it. */
export function SignInAgain({ user }: SignInAgainProps) {
  const t = useTranslations("session");
  const { login_with_password: withPassword, oidc_providers: providers } = useLoginOptions();
  // After a sign-in in another tab.
  useReturn(() => goOn(user.id));
  return (
    <Dialog open>
      <DialogContent onEscapeKeyDown={stay} onInteractOutside={stay}>
        <DialogHeader>
          <DialogTitle>{t("again.title")}</DialogTitle>
          <DialogDescription>{t("again.text")}</DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-4">
          {withPassword && <SignInForm username={user.username} onSignedIn={() => goOn(user.id)} />}
          {providers.map((provider) => (
            <ProviderButton key={provider.id} provider={provider} query="" newTab />
          ))}
          <Button asChild variant="ghost">
            <a href="/auth/login">{t("again.other")}</a>
          </Button>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

const stay = (event: Event) => event.preventDefault();

function useLoginOptions(): LoginOptions {
  const [options, setOptions] = useState(PASSWORD_ONLY);
  useEffect(() => {
    const leaving = new AbortController();
    api("GET /auth/login", { signal: leaving.signal }).then(setOptions, () => undefined);
    return () => leaving.abort();
  }, []);
  return options;
}

/** Returns to the page if it is this user's; what another user may see has to be loaded. */
async function goOn(userId: number): Promise<void> {
  const user = await api("GET /user", {}).catch(() => null);
  if (user?.id === userId) sessionEnd.clear();
  else if (user) window.location.reload();
}
