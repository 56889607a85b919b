import { useController } from "react-hook-form";
import { Field, type FieldProps } from "@/components/form/field/field";
import { Textarea } from "@/components/ui/textarea";

type TextAreaFieldProps = FieldProps & { rows?: number; placeholder?: string };

/** Grows with its text. */
export function TextAreaField({ rows = 3, placeholder, disabled, ...props }: TextAreaFieldProps) {
  const { field } = useController({ name: props.name });
  return (
    <Field {...props}>
      {(control) => (
        <Textarea
          {...control}
          {...field}
          value={field.value ?? ""}
          rows={rows}
          placeholder={placeholder}
          disabled={disabled}
        />
      )}
    </Field>
  );
}
