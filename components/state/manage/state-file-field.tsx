import { useTranslations } from "next-intl";
import { useFormContext } from "react-hook-form";
import { FileField } from "@/components/form/field/file-field";
import { MAX_STATE_BYTES } from "@/lib/protocol/state";

/** Takes the file of a state; its text is the value. */
export function StateFileField({ name }: { name: string }) {
  const t = useTranslations("state.upload");
  const { setValue, setError } = useFormContext();

  async function take(file: File | undefined) {
    if (file && file.size > MAX_STATE_BYTES) {
      setValue(name, "", { shouldDirty: true });
      return setError(name, { type: "custom", message: "stateFileTooLarge" });
    }
    setValue(name, file ? await file.text() : "", { shouldDirty: true, shouldValidate: true });
  }

  return (
    <FileField
      name={name}
      label={t("file")}
      required
      help={t("fileHelp")}
      placeholder={t("choose")}
      accept=".tfstate,.json,application/json"
      onChoose={take}
    />
  );
}
