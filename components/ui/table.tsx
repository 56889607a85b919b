import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/* Explicit roles, because other display values (cards on a phone) remove the native ones. */

export function Table({ className, ...props }: ComponentProps<"table">) {
  return (
    <table
      role="table"
      data-slot="table"
      className={cn("w-full border-separate border-spacing-0 text-sm", className)}
      {...props}
    />
  );
}

export function TableHeader(props: ComponentProps<"thead">) {
  return <thead role="rowgroup" data-slot="table-header" {...props} />;
}

export function TableBody(props: ComponentProps<"tbody">) {
  return <tbody role="rowgroup" data-slot="table-body" {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return <tr role="row" data-slot="table-row" className={cn("group/row", className)} {...props} />;
}

export function TableHead({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      role="columnheader"
      scope="col"
      data-slot="table-head"
      className={cn(
        "h-9 whitespace-nowrap border-border border-b px-3 text-left font-medium text-muted-foreground text-xs",
        className,
      )}
      {...props}
    />
  );
}

export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return (
    <td
      role="cell"
      data-slot="table-cell"
      className={cn("h-10 border-border border-b px-3 py-1.5 align-middle", className)}
      {...props}
    />
  );
}
