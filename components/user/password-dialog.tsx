"use client";

import { useTranslations } from "next-intl";
import { PasswordField } from "@/components/form/field/password-field";
import { FormDialog } from "@/components/form/form-dialog";
import { toast } from "@/components/ui/toast";
import { requiredText } from "@/lib/operation/fields";
import { changePassword } from "@/lib/user/actions";
import { PasswordInput } from "@/lib/user/schema";

const OwnPassword = PasswordInput.extend({ current_password: requiredText("currentPasswordRequired", 1024) });

type PasswordDialogProps = { userId: number; open: boolean; onOpenChange: (open: boolean) => void };

/** One's own password. */
export function PasswordDialog({ userId, ...dialog }: PasswordDialogProps) {
  const t = useTranslations("user");
  return (
    <FormDialog
      {...dialog}
      title={t("changePassword")}
      description={t("changePasswordText")}
      schema={OwnPassword}
      defaults={{ current_password: "", password: "" }}
      submit={(input) => changePassword({ userId }, input)}
      onSaved={() => toast.success(t("passwordChanged"))}
    >
      <PasswordField name="current_password" label={t("currentPassword")} required autoComplete="current-password" />
      <PasswordField name="password" label={t("newPassword")} required />
    </FormDialog>
  );
}
