import { useTranslations } from "next-intl";
import { useFormContext } from "react-hook-form";
import { FileField } from "@/components/form/field/file-field";
import { inspectBackup } from "@/components/project/restore-input";
import { MAX_FORM_BYTES } from "@/lib/backup/schema";

type Values = { name: string; file: string };

type BackupFileFieldProps = { onTaken: (file: { hasStates: boolean }) => void };

/** Takes a backup file, chosen or dropped; the name in it becomes the project's, unless one was typed. */
export function BackupFileField({ onTaken }: BackupFileFieldProps) {
  const t = useTranslations("project.restore");
  const { setValue, setError, getValues, formState } = useFormContext<Values>();

  async function take(file: File | undefined) {
    if (file && file.size > MAX_FORM_BYTES) {
      setValue("file", "", { shouldDirty: true });
      return setError("file", { type: "custom", message: "backupTooLarge" });
    }
    const text = file ? await file.text() : "";
    setValue("file", text, { shouldDirty: true, shouldValidate: true });
    const { name, hasStates } = inspectBackup(text);
    onTaken({ hasStates });
    if (name && getValues("name") === "") setValue("name", name, { shouldValidate: formState.isSubmitted });
  }

  return (
    <FileField
      name="file"
      label={t("file")}
      required
      help={t("fileHelp")}
      placeholder={t("choose")}
      accept=".json,application/json"
      onChoose={take}
    />
  );
}
