import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { PasswordField } from "@/components/form/field/password-field";
import { FormDialog } from "@/components/form/form-dialog";
import { TokenTable } from "@/components/session/token-table";
import { useTokenList } from "@/components/session/use-tokens";
import { Alert } from "@/components/ui/alert";
import { toast } from "@/components/ui/toast";
import { requiredText } from "@/lib/operation/fields";
import { MAX_PASSWORD } from "@/lib/session/schema";
import { changePassword } from "@/lib/user/actions";
import { PasswordInput } from "@/lib/user/schema";

const OwnPassword = PasswordInput.extend({ current_password: requiredText("currentPasswordRequired", MAX_PASSWORD) });

type PasswordDialogProps = { userId: number; open: boolean; onOpenChange: (open: boolean) => void };

/** The user's own password. */
export function PasswordDialog({ userId, ...dialog }: PasswordDialogProps) {
  const t = useTranslations("user");
  return (
    <FormDialog
      {...dialog}
      title={t("changePassword")}
      description={t("changePasswordText")}
      width={480}
      schema={OwnPassword}
      defaults={{ current_password: "", password: "", end_tokens: false }}
      submit={(input) => changePassword({ userId }, input)}
      onSaved={() => toast.success(t("passwordChanged"))}
    >
      <PasswordField name="current_password" label={t("currentPassword")} required autoComplete="current-password" />
      <PasswordField name="password" label={t("newPassword")} required />
      <OwnTokens />
    </FormDialog>
  );
}

/** Tokens stay valid when the password changes. */
function OwnTokens() {
  const t = useTranslations("user");
  const { tokens, failure } = useTokenList(null);
  if (failure) return <Alert variant="error">{failure}</Alert>;
  if (!tokens || tokens.length === 0) return null;
  return (
    <>
      <CheckboxField name="end_tokens" label={t("deleteOwnTokens")} help={t("deleteTokensHelp")} />
      <TokenTable tokens={tokens} />
    </>
  );
}
