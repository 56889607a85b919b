import { useTranslations } from "next-intl";
import { useCreatable } from "@/components/create/create-context";
import { SelectField } from "@/components/form/choice/select-field";
import type { FieldProps } from "@/components/form/field/field";
import { type KeyChoice, useKeyOptions } from "@/components/key/use-key-options";

type PasswordKeyFieldProps = FieldProps & { keys: KeyChoice[]; placeholder?: string; clearable?: boolean };

/** Selects a key that holds a password. */
export function PasswordKeyField({ keys, ...field }: PasswordKeyFieldProps) {
  const t = useTranslations("key");
  const { known, create } = useCreatable(keys, t("new"), (receive) => ({
    kind: "key",
    type: "login_password",
    onCreated: (key) => key.type === "login_password" && receive(key),
  }));
  const options = useKeyOptions(known.filter(({ type }) => type === "login_password"));
  return <SelectField {...field} options={options} create={create} />;
}
