import { useController } from "react-hook-form";
import { Field, type FieldProps } from "@/components/form/field/field";
import { Input } from "@/components/ui/input";

const EXAMPLE = "#0d9488";

/** A colour as text, with the browser's colour picker. Blank: none. */
export function ColorField(props: FieldProps) {
  const { field } = useController({ name: props.name });
  const value: string = field.value ?? "";
  return (
    <Field {...props}>
      {(control) => (
        <span className="flex gap-2">
          <input
            type="color"
            aria-hidden="true"
            tabIndex={-1}
            value={/^#[0-9a-f]{6}$/i.test(value) ? value : EXAMPLE}
            onChange={field.onChange}
            className="h-8 w-10 shrink-0 cursor-pointer rounded-md border border-input bg-card p-1"
          />
          <Input {...control} {...field} value={value} placeholder={EXAMPLE} maxLength={50} autoComplete="off" />
        </span>
      )}
    </Field>
  );
}
