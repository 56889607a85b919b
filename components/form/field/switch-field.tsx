"use client";

import { useController } from "react-hook-form";
import { CheckRow } from "@/components/form/field/check-row";
import type { FieldProps } from "@/components/form/field/field";
import { Switch } from "@/components/ui/switch";

export function SwitchField({ disabled, ...props }: Omit<FieldProps, "tip" | "required">) {
  const { field } = useController({ name: props.name });
  return (
    <CheckRow {...props}>
      {(control) => (
        <Switch
          {...control}
          ref={field.ref}
          checked={field.value === true}
          onCheckedChange={field.onChange}
          onBlur={field.onBlur}
          disabled={disabled}
        />
      )}
    </CheckRow>
  );
}
