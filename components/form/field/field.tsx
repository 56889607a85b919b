import { CircleHelp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, type ReactNode, useId, useState } from "react";
import { useFieldError } from "@/components/form/field-error";
import { cn } from "@/components/ui/cn";
import { Label } from "@/components/ui/label";
import { Tooltip, TooltipContent, TooltipTrigger } from "@/components/ui/tooltip";

export type FieldProps = {
  /** Path in the form's values. */
  name: string;
  label: ReactNode;
  /** Shown under the control. */
  help?: ReactNode;
  /** Marks the label; validation is up to the schema. */
  required?: boolean;
  disabled?: boolean;
  /** Longer explanation in a tooltip. */
  tip?: ReactNode;
  className?: string;
};

/** Props for the focusable element. */
export type ControlProps = {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  "aria-required"?: true;
};

type Props = Omit<FieldProps, "disabled"> & {
  /** The items show their own errors. */
  itemErrors?: boolean;
  children: (control: ControlProps, labelId: string) => ReactNode;
};

/** Label, help and error of a control, linked for screen readers. */
export function Field({ name, label, help, required, tip, className, itemErrors, children }: Props) {
  const id = useId();
  const error = useFieldError(name, itemErrors);
  const labelId = `${id}-label`;
  const control: ControlProps = {
    id,
    "aria-describedby": describedBy(id, error, help),
    "aria-invalid": error ? true : undefined,
    "aria-required": required || undefined,
  };
  return (
    <div
      data-field={name}
      data-invalid={error ? "" : undefined}
      className={cn("grid min-w-0 grid-cols-1 content-start gap-1.5", className)}
    >
      <div className="flex items-center gap-1.5">
        <Label id={labelId} htmlFor={id} className="wrap-anywhere min-w-0">
          {label}
          {required && <RequiredMark />}
        </Label>
        {tip && <Tip text={tip} />}
      </div>
      {children(control, labelId)}
      <FieldNotes id={id} error={error} help={help} />
    </div>
  );
}

export const describedBy = (id: string, error: string | null, help: ReactNode): string | undefined =>
  [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ") || undefined;

function RequiredMark() {
  return (
    <span aria-hidden="true" className="-ml-1 text-error-text">
      *
    </span>
  );
}

export function FieldNotes({ id, error, help }: { id: string; error: string | null; help: ReactNode }) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} className="wrap-anywhere text-error-text text-xs">
          {error}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="wrap-anywhere text-muted-foreground text-xs">
          {help}
        </p>
      )}
    </>
  );
}

function Tip({ text }: { text: ReactNode }) {
  const t = useTranslations("form");
  const [open, setOpen] = useState(false);

  // Touch screens have no hover, and a tooltip normally closes when its button is pressed.
  function show(event: MouseEvent) {
    event.preventDefault();
    setOpen(true);
  }

  return (
    <Tooltip open={open} onOpenChange={setOpen}>
      <TooltipTrigger asChild>
        <button
          type="button"
          aria-label={t("help")}
          onClick={show}
          className="touch-target rounded-full text-muted-foreground hover:text-foreground"
        >
          <CircleHelp className="size-3.5" />
        </button>
      </TooltipTrigger>
      <TooltipContent>{text}</TooltipContent>
    </Tooltip>
  );
}
