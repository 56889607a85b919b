import { type ReactNode, useId } from "react";
import { type ControlProps, describedBy, FieldNotes, type FieldProps } from "@/components/form/field/field";
import { useFieldError } from "@/components/form/field-error";
import { cn } from "@/components/ui/cn";
import { Label } from "@/components/ui/label";

type CheckRowProps = Omit<FieldProps, "tip" | "required"> & { children: (control: ControlProps) => ReactNode };

/** A checkbox or switch with its label on the right. */
export function CheckRow({ name, label, help, className, children }: CheckRowProps) {
  const id = useId();
  const error = useFieldError(name);
  const control = {
    id,
    "aria-describedby": describedBy(id, error, help),
    "aria-invalid": error ? (true as const) : undefined,
  };
  return (
    <div data-field={name} className={cn("flex items-start gap-2.5", className)}>
      <span className="flex h-5 items-center">{children(control)}</span>
      <div className="grid min-w-0 gap-0.5">
        <Label htmlFor={id} className="wrap-anywhere min-h-5 font-normal">
          {label}
        </Label>
        <FieldNotes id={id} error={error} help={help} />
      </div>
    </div>
  );
}
