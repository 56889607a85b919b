import { FileJson } from "lucide-react";
import { useState } from "react";
import { Field, type FieldProps } from "@/components/form/field/field";
import { cn } from "@/components/ui/cn";

type FileFieldProps = Omit<FieldProps, "disabled"> & {
  /** Before a file is chosen. */
  placeholder: string;
  /** File extensions and media types. */
  accept: string;
  /** Undefined: the selection was cleared. */
  onChoose: (file: File | undefined) => void;
};

/** Accepts one file, selected or dropped. */
export function FileField({ placeholder, accept, onChoose, ...props }: FileFieldProps) {
  const [chosen, setChosen] = useState<string | null>(null);

  function take(file: File | undefined) {
    setChosen(file?.name ?? null);
    onChoose(file);
  }

  return (
    <Field {...props}>
      {(control) => (
        <span className="relative">
          <span
            className={cn(
              "flex min-h-20 items-center justify-center gap-2.5 rounded-md border border-input border-dashed bg-card px-4 text-center text-sm",
              "has-[+input:focus-visible]:border-ring has-[+input:hover]:bg-accent has-[+input[aria-invalid]]:border-error",
            )}
          >
            <FileJson aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
            <span className={cn("wrap-anywhere", chosen ? "font-medium" : "text-muted-foreground")}>
              {chosen ?? placeholder}
            </span>
          </span>
          <input
            {...control}
            type="file"
            accept={accept}
            title={placeholder}
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={(event) => take(event.target.files?.[0])}
          />
        </span>
      )}
    </Field>
  );
}
