import { type ReactNode, useId } from "react";
import { changeUrl } from "@/components/table/use-url-state";
import { Label } from "@/components/ui/label";

/** Sets some of the history's filters, and shows the newest page. */
export const setFilter = (changes: Record<string, string | null>): void =>
  changeUrl({ ...changes, before: null, after: null });

type FilterFieldProps = { label: string; children: (id: string) => ReactNode };

/** A filter's control below its label. */
export function FilterField({ label, children }: FilterFieldProps) {
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1">
      <Label htmlFor={id} className="text-muted-foreground text-xs">
        {label}
      </Label>
      {children(id)}
    </div>
  );
}
