import { useController } from "react-hook-form";
import { Field, type FieldProps } from "@/components/form/field/field";
import { PasswordInput } from "@/components/form/field/password-input";

type PasswordFieldProps = FieldProps & { placeholder?: string; autoComplete?: string };

export function PasswordField({ placeholder, autoComplete = "new-password", disabled, ...props }: PasswordFieldProps) {
  const { field } = useController({ name: props.name });
  return (
    <Field {...props}>
      {(control) => (
        <PasswordInput
          {...control}
          {...field}
          value={field.value ?? ""}
          placeholder={placeholder}
          autoComplete={autoComplete}
          disabled={disabled}
        />
      )}
    </Field>
  );
}
