import { useController } from "react-hook-form";
import { CheckRow } from "@/components/form/field/check-row";
import type { FieldProps } from "@/components/form/field/field";
import { Checkbox } from "@/components/ui/checkbox";

export function CheckboxField({ disabled, ...props }: Omit<FieldProps, "tip" | "required">) {
  const { field } = useController({ name: props.name });
  return (
    <CheckRow {...props}>
      {(control) => (
        <Checkbox
          {...control}
          ref={field.ref}
          checked={field.value === true}
          onCheckedChange={(checked) => field.onChange(checked === true)}
          onBlur={field.onBlur}
          disabled={disabled}
        />
      )}
    </CheckRow>
  );
}
