import type { ComponentProps } from "react";
import { useFormContext } from "react-hook-form";
import { FileField } from "@/components/form/field/file-field";

type TextFileFieldProps = Omit<ComponentProps<typeof FileField>, "onChoose"> & {
  maxBytes: number;
  /** Key in messages.errors. */
  tooLarge: string;
  onTaken?: (text: string) => void;
};

/** Takes a file, chosen or dropped; its text is the value. */
export function TextFileField({ maxBytes, tooLarge, onTaken, ...field }: TextFileFieldProps) {
  const { setValue, setError } = useFormContext();

  async function take(file: File | undefined) {
    if (file && file.size > maxBytes) {
      setValue(field.name, "", { shouldDirty: true });
      return setError(field.name, { type: "custom", message: tooLarge });
    }
    const text = file ? await file.text() : "";
    setValue(field.name, text, { shouldDirty: true, shouldValidate: true });
    onTaken?.(text);
  }

  return <FileField {...field} onChoose={take} />;
}
