import { useTranslations } from "next-intl";
import { useFormContext } from "react-hook-form";
import { TextFileField } from "@/components/form/field/text-file-field";
import { inspectBackup } from "@/components/project/restore-input";
import { MAX_FORM_BYTES } from "@/lib/backup/schema";

type Values = { name: string; file: string };

type BackupFileFieldProps = { onTaken: (file: { hasStates: boolean }) => void };

/** Accepts a backup file; its project name is used unless one was typed. */
export function BackupFileField({ onTaken }: BackupFileFieldProps) {
  const t = useTranslations("project.restore");
  const { setValue, getValues, formState } = useFormContext<Values>();

  function take(text: string) {
    const { name, hasStates } = inspectBackup(text);
    onTaken({ hasStates });
    if (name && getValues("name") === "") setValue("name", name, { shouldValidate: formState.isSubmitted });
  }

  return (
    <TextFileField
      name="file"
      label={t("file")}
      required
      help={t("fileHelp")}
      placeholder={t("choose")}
      accept=".json,application/json"
      maxBytes={MAX_FORM_BYTES}
      tooLarge="backupTooLarge"
      onTaken={take}
    />
  );
}
