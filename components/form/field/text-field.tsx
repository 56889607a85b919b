import type { ComponentProps, ReactNode } from "react";
import { useController } from "react-hook-form";
import { Field, type FieldProps } from "@/components/form/field/field";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";

type TextFieldProps = FieldProps &
  Pick<ComponentProps<"input">, "placeholder" | "type" | "autoComplete" | "maxLength" | "inputMode"> & {
    mono?: boolean;
    /** Shown inside the frame, before the text. */
    prefix?: ReactNode;
    /** A button inside the frame, after the text. */
    button?: ReactNode;
  };

export function TextField({ mono, prefix, button, disabled, className, ...props }: TextFieldProps) {
  const { name, label, help, required, tip, autoComplete = "off", ...input } = props;
  const { field } = useController({ name });
  return (
    <Field {...{ name, label, help, required, tip, className }}>
      {(control) => (
        <span className="relative flex items-center">
          {prefix && (
            <span className="pointer-events-none absolute left-2.5 text-muted-foreground text-sm">{prefix}</span>
          )}
          <Input
            {...control}
            {...field}
            {...input}
            value={field.value ?? ""}
            disabled={disabled}
            autoComplete={autoComplete}
            spellCheck={mono ? false : undefined}
            className={cn(mono && "font-mono text-sm", prefix && "pl-8", button && "pr-9")}
          />
          {button && <span className="absolute right-1">{button}</span>}
        </span>
      )}
    </Field>
  );
}
