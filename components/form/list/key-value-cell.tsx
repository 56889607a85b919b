import { useId } from "react";
import { useController } from "react-hook-form";
import { useFieldError } from "@/components/form/field-error";
import { cn } from "@/components/ui/cn";

type KeyValueCellProps = { name: string; label: string; disabled?: boolean; secret?: boolean; className?: string };

/** One input of a name and value row. */
export function KeyValueCell({ name, label, disabled, secret, className }: KeyValueCellProps) {
  const { field } = useController({ name });
  const error = useFieldError(name);
  const id = useId();
  return (
    <div data-field={name} className={className}>
      <input
        {...field}
        value={field.value ?? ""}
        type={secret ? "password" : "text"}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        disabled={disabled}
        autoComplete={secret ? "new-password" : "off"}
        spellCheck={false}
        className={cn(
          "h-8 w-full bg-card px-2.5 font-mono text-xs outline-none focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset dark:bg-background",
          error && "bg-error-soft dark:bg-error-soft",
        )}
      />
      {error && (
        <p id={id} className="bg-error-soft px-2.5 pb-1.5 text-error-text text-xs">
          {error}
        </p>
      )}
    </div>
  );
}
