import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { PasswordField } from "@/components/form/field/password-field";

/** For a backup with states: their passphrase, or the choice to restore without them. */
export function RestoreStatesFields() {
  const t = useTranslations("project.restore");
  const isWithout: boolean = useWatch({ name: "without_states" });
  return (
    <>
      {!isWithout && <PasswordField name="states_passphrase" label={t("passphrase")} required autoComplete="off" />}
      <CheckboxField
        name="without_states"
        label={t("withoutStates")}
        help={isWithout ? t("withoutStatesHelp") : undefined}
      />
    </>
  );
}
