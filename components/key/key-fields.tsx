import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { SelectField } from "@/components/form/choice/select-field";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { PasswordField } from "@/components/form/field/password-field";
import { SecretField } from "@/components/form/field/secret-field";
import { TextField } from "@/components/form/field/text-field";
import { KeyDetails } from "@/components/key/key-details";
import { KeyIcon } from "@/components/key/key-icon";
import { RunnerTest } from "@/components/probe/test-panel";
import { Alert } from "@/components/ui/alert";
import { KEY_TYPES, type Key, type KeyInput, type KeyType, MAX_PRIVATE_KEY } from "@/lib/key/schema";

type KeyFieldsProps = { projectId: number; item: Key | null };

export function KeyFields({ projectId, item }: KeyFieldsProps) {
  const t = useTranslations("key");
  const { resetField } = useFormContext();
  const override: boolean = useWatch({ name: "override_secret" });
  const type: KeyType = useWatch({ name: "type" });
  const locked = item !== null && !override;

  useEffect(() => {
    if (!locked) return;
    for (const name of ["type", "ssh", "login_password"]) resetField(name);
  }, [locked, resetField]);

  return (
    <>
      <TextField name="name" label={t("name")} required maxLength={255} />
      {item && <CheckboxField name="override_secret" label={t("override")} help={t("overrideHelp")} />}
      <SelectField
        name="type"
        label={t("type")}
        required
        disabled={locked}
        options={KEY_TYPES.map((value) => ({
          value,
          label: t(`types.${value}`),
          icon: <KeyIcon type={value} />,
        }))}
      />
      {locked && item.details && <KeyDetails details={item.details} />}
      <SecretFields type={type} locked={locked} stored={item?.empty !== true} />
      {type === "ssh" && !(locked && item.empty) && <RunnerTest projectId={projectId} body={probeOf} />}
    </>
  );
}

/** The values to test: the stored key unless it is about to be replaced. */
function probeOf({ id, override_secret, ssh }: KeyInput) {
  const stored = id && !override_secret ? id : null;
  return { kind: "key" as const, key_id: stored, ssh: stored === null ? ssh : null };
}

type SecretFieldsProps = { type: KeyType; locked: boolean; stored: boolean };

/** When locked, the key's required secret field shows that a value is stored. */
function SecretFields({ type, locked, stored }: SecretFieldsProps) {
  const t = useTranslations("key");
  const placeholder = locked && stored ? t("stored") : "";
  if (type === "none") return <Alert variant="info">{t("noneHelp")}</Alert>;
  if (type === "login_password") {
    return (
      <>
        <TextField
          name="login_password.login"
          label={t("login")}
          help={t("loginHelp")}
          maxLength={255}
          disabled={locked}
        />
        <PasswordField
          name="login_password.password"
          label={t("password")}
          required={!locked}
          disabled={locked}
          placeholder={placeholder}
        />
      </>
    );
  }
  return (
    <>
      <TextField name="ssh.login" label={t("username")} maxLength={255} disabled={locked} />
      <PasswordField name="ssh.passphrase" label={t("passphrase")} disabled={locked} />
      <SecretField
        name="ssh.private_key"
        label={t("privateKey")}
        required={!locked}
        stored={false}
        multiline
        maxFileBytes={MAX_PRIVATE_KEY}
        disabled={locked}
        placeholder={locked ? placeholder : PEM}
      />
    </>
  );
}

const PEM = "-----BEGIN OPENSSH PRIVATE KEY-----";
