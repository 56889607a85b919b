import { LockKeyhole } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useController, useFormContext } from "react-hook-form";
import { Field, type FieldProps } from "@/components/form/field/field";
import { FileButton, fileDrop } from "@/components/form/field/file-button";
import { PasswordInput } from "@/components/form/field/password-input";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { withLimit } from "@/lib/operation/fields";

type SecretFieldProps = FieldProps & {
  /** The server has a value, which is kept while the form's value is undefined. */
  stored: boolean;
  /** For multi-line keys. */
  multiline?: boolean;
  placeholder?: string;
  /** Its value may come from a file of at most this size. */
  maxFileBytes?: number;
};

/** A write-only value. */
export function SecretField({ stored, multiline, placeholder, maxFileBytes, disabled, ...props }: SecretFieldProps) {
  const t = useTranslations("form");
  const { setError, clearErrors } = useFormContext();
  const { field } = useController({ name: props.name });
  const buttonId = useId();
  const kept = stored && field.value === undefined;
  const Control = multiline ? Textarea : PasswordInput;

  async function takeFile(file: File) {
    if (maxFileBytes !== undefined && file.size > maxFileBytes)
      return setError(props.name, { type: "custom", message: withLimit("tooLong", maxFileBytes) });
    clearErrors(props.name);
    field.onChange(await file.text());
  }

  return (
    <Field {...props} help={props.help ?? (kept ? t("storedHelp") : undefined)}>
      {({ id, ...control }, labelId) =>
        kept ? (
          <div
            id={id}
            className="flex h-8 items-center justify-between gap-2 rounded-md border border-input border-dashed pr-0.5 pl-2.5"
          >
            <span className="flex items-center gap-2 text-muted-foreground text-sm">
              <LockKeyhole className="size-3.5" />
              {t("stored")}
            </span>
            <Button
              {...control}
              id={buttonId}
              aria-labelledby={`${buttonId} ${labelId}`}
              size="sm"
              variant="ghost"
              disabled={disabled}
              onClick={() => field.onChange("")}
            >
              {t("replace")}
            </Button>
          </div>
        ) : (
          <div className="grid justify-items-start gap-1">
            <Control
              id={id}
              {...control}
              {...field}
              value={field.value ?? ""}
              placeholder={placeholder}
              disabled={disabled}
              autoComplete="new-password"
              spellCheck={false}
              className={multiline ? "max-h-60 min-h-28 font-mono text-xs" : undefined}
              {...(maxFileBytes !== undefined && !disabled && fileDrop(takeFile))}
            />
            {maxFileBytes !== undefined && <FileButton disabled={disabled} onTake={takeFile} />}
            {stored && (
              <Button variant="link" size="sm" disabled={disabled} onClick={() => field.onChange(undefined)}>
                {t("keepStored")}
              </Button>
            )}
          </div>
        )
      }
    </Field>
  );
}
