import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type FormSectionProps = { title: ReactNode; description?: ReactNode; className?: string; children: ReactNode };

/** A titled part of a long form; the title is beside the fields where a container has room for both. */
export function FormSection({ title, description, className, children }: FormSectionProps) {
  return (
    <section
      className={cn(
        "flex flex-col gap-4 border-border border-t pt-4 first:border-t-0 first:pt-0 @4xl:grid @4xl:grid-cols-[14rem_minmax(0,1fr)] @4xl:gap-x-8 @4xl:pt-6",
        className,
      )}
    >
      <header>
        <h2 className="font-semibold text-base">{title}</h2>
        {description && <p className="text-muted-foreground text-sm">{description}</p>}
      </header>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}

/** Fields in one row if there is room. */
export function FormRow({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn("grid gap-4 sm:auto-cols-fr sm:grid-flow-col", className)}>{children}</div>;
}
