import type { ReactNode } from "react";
import { useController } from "react-hook-form";
import { Field, type FieldProps } from "@/components/form/field/field";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";

type NumberFieldProps = FieldProps & {
  /** The value of an empty field; a number is then shown as an empty field too. */
  emptyValue?: number | null;
  placeholder?: string;
  /** Shown inside the frame, after the number. */
  suffix?: ReactNode;
};

export function NumberField({ emptyValue = null, placeholder, suffix, disabled, ...props }: NumberFieldProps) {
  const { field } = useController({ name: props.name });
  const empty = field.value === null || field.value === undefined || field.value === emptyValue;
  return (
    <Field {...props}>
      {(control) => (
        <span className="relative flex items-center">
          <Input
            {...control}
            {...field}
            value={empty ? "" : String(field.value)}
            onChange={(event) => field.onChange(parseNumber(event.target.value, emptyValue))}
            inputMode="numeric"
            autoComplete="off"
            placeholder={placeholder}
            disabled={disabled}
            className={cn("tabular-nums", suffix && "pr-20")}
          />
          {suffix && (
            <span className="pointer-events-none absolute right-2.5 text-muted-foreground text-sm">{suffix}</span>
          )}
        </span>
      )}
    </Field>
  );
}

/** Parses whole numbers; keeps other text, so that the schema can reject it. */
export function parseNumber<Empty>(text: string, empty: Empty): number | string | Empty {
  const trimmed = text.trim();
  if (trimmed === "") return empty;
  return /^-?\d{1,15}$/.test(trimmed) ? Number(trimmed) : text;
}
