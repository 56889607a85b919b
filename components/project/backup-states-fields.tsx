import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { PasswordField } from "@/components/form/field/password-field";

/** Whether a backup includes states, and their passphrase. */
export function BackupStatesFields() {
  const t = useTranslations();
  const isIncluded: boolean = useWatch({ name: "include_states" });
  return (
    <>
      <CheckboxField
        name="include_states"
        label={t("project.backup.includeStates")}
        help={t("project.backup.includeStatesHelp")}
      />
      {isIncluded && (
        <>
          <PasswordField
            name="states_passphrase"
            label={t("key.passphrase")}
            help={t("project.backup.passphraseHelp")}
            required
          />
          <CheckboxField name="all_versions" label={t("project.backup.allVersions")} />
        </>
      )}
    </>
  );
}
