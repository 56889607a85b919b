import { FileJson } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { Field } from "@/components/form/field/field";
import { lookInto } from "@/components/project/restore-input";
import { cn } from "@/components/ui/cn";
import { MAX_FORM_BYTES } from "@/lib/backup/schema";

type Values = { name: string; file: string };

type BackupFileFieldProps = { onTaken: (file: { hasStates: boolean }) => void };

/** Takes a backup file, chosen or dropped; the name in it becomes the project's, unless one was typed. */
export function BackupFileField({ onTaken }: BackupFileFieldProps) {
  const t = useTranslations("project.restore");
  const { setValue, setError, getValues, formState } = useFormContext<Values>();
  const [chosen, setChosen] = useState<string | null>(null);

  async function take(file: File | undefined) {
    setChosen(file?.name ?? null);
    if (file && file.size > MAX_FORM_BYTES) {
      setValue("file", "", { shouldDirty: true });
      return setError("file", { type: "custom", message: "backupTooLarge" });
    }
    const text = file ? await file.text() : "";
    setValue("file", text, { shouldDirty: true, shouldValidate: true });
    const { name, hasStates } = lookInto(text);
    onTaken({ hasStates });
    if (name && getValues("name") === "") setValue("name", name, { shouldValidate: formState.isSubmitted });
  }

  return (
    <Field name="file" label={t("file")} required help={t("fileHelp")}>
      {(control) => (
        <span className="relative">
          <span
            className={cn(
              "flex min-h-20 items-center justify-center gap-2.5 rounded-md border border-input border-dashed bg-card px-4 text-center text-sm",
              "has-[+input:focus-visible]:border-ring has-[+input:hover]:bg-accent has-[+input[aria-invalid]]:border-error",
            )}
          >
            <FileJson aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
            <span className={cn("wrap-anywhere", chosen ? "font-medium" : "text-muted-foreground")}>
              {chosen ?? t("choose")}
            </span>
          </span>
          <input
            {...control}
            type="file"
            accept=".json,application/json"
            title={t("choose")}
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={(event) => take(event.target.files?.[0])}
          />
        </span>
      )}
    </Field>
  );
}
