import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { PasswordField } from "@/components/form/field/password-field";
import { TextField } from "@/components/form/field/text-field";
import { useConsole } from "@/components/shell/console-context";
import type { User } from "@/lib/user/schema";

/** The user's own password has its own dialog, which asks for the current one. */
export function UserFields({ item }: { item: User | null }) {
  const t = useTranslations("user");
  const { user: viewer } = useConsole();
  const password: string = useWatch({ name: "password" });
  const own = item?.id === viewer.id;
  const external = item?.external === true;
  const outside = external ? t("externalHelp") : undefined;
  const passwordHelp = external ? t("passwordExternal") : t("passwordKeep");
  return (
    <>
      <TextField name="name" label={t("name")} required maxLength={255} />
      <TextField name="username" label={t("username")} required maxLength={255} disabled={external} help={outside} />
      <TextField
        name="email"
        label={t("email")}
        tip={t(own ? "privateOwn" : "private")}
        type="email"
        required
        maxLength={255}
        disabled={external}
        help={outside}
      />
      {!own && (
        <PasswordField
          name="password"
          label={t("password")}
          required={item === null}
          disabled={external}
          help={item && passwordHelp}
        />
      )}
      {!own && item && password !== "" && (
        <CheckboxField name="end_tokens" label={t("deleteTokens")} help={t("deleteTokensHelp")} />
      )}
      {viewer.admin && (
        <CheckboxField name="admin" label={t("adminUser")} help={own ? t("adminOwn") : t("adminHelp")} disabled={own} />
      )}
      <CheckboxField name="alert" label={t("sendAlerts")} help={t(own ? "sendAlertsOwn" : "sendAlertsHelp")} />
    </>
  );
}
