"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EntityForm } from "@/components/form/entity-form";
import { FormSection } from "@/components/form/form-section";
import { useOwnTokens } from "@/components/session/use-own-tokens";
import { useConsole } from "@/components/shell/console-context";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { toast } from "@/components/ui/toast";
import { PasswordDialog } from "@/components/user/password-dialog";
import { UserFields } from "@/components/user/user-fields";
import { defaultsOf, storedUser } from "@/components/user/user-form";
import { updateUser } from "@/lib/user/actions";
import { UserInput } from "@/lib/user/schema";

/** Its switches show what the browser stores. */
const Preferences = dynamic(() => import("@/components/user/preferences").then((module) => module.Preferences), {
  ssr: false,
  loading: () => <div className="h-14" />,
});

/** The user's own account, as a page. */
export function Profile() {
  const t = useTranslations();
  const { text, tokens, button } = useOwnTokens();
  return (
    <Card className="@container p-4 sm:p-6">
      <div className="flex flex-col gap-6">
        <FormSection title={t("user.own")}>
          <AccountForm />
        </FormSection>
        <FormSection title={t("user.preferences.title")}>
          <Preferences />
        </FormSection>
        <FormSection title={<span id="tokens">{t("session.tokens.title")}</span>} description={text}>
          {tokens}
          <div>{button}</div>
        </FormSection>
      </div>
    </Card>
  );
}

function AccountForm() {
  const t = useTranslations("user");
  const router = useRouter();
  const { user } = useConsole();
  const [passwordOpen, setPasswordOpen] = useState(false);

  async function save(input: UserInput) {
    const result = await updateUser({ userId: user.id }, input);
    if (result.ok) toast.success(t("saved", { name: input.name }));
    return result;
  }

  const change = (
    <Button variant="link" className="px-0" onClick={() => setPasswordOpen(true)}>
      {t("changePassword")}
    </Button>
  );
  return (
    <>
      <EntityForm
        stays
        schema={UserInput}
        defaults={defaultsOf(user)}
        reload={() => storedUser(user.id)}
        submit={save}
        onSaved={() => router.refresh()}
        extraActions={!user.external && change}
      >
        <UserFields item={user} />
      </EntityForm>
      <PasswordDialog userId={user.id} open={passwordOpen} onOpenChange={setPasswordOpen} />
    </>
  );
}
