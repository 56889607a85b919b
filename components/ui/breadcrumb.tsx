import { ChevronRight } from "lucide-react";
import * as Slot from "radix-ui/slot";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

export function Breadcrumb(props: ComponentProps<"nav">) {
  return <nav data-slot="breadcrumb" {...props} />;
}

export function BreadcrumbList({ className, ...props }: ComponentProps<"ol">) {
  return (
    <ol
      data-slot="breadcrumb-list"
      className={cn("flex min-w-0 items-center gap-1.5 text-muted-foreground text-sm", className)}
      {...props}
    />
  );
}

export function BreadcrumbItem({ className, ...props }: ComponentProps<"li">) {
  return (
    <li data-slot="breadcrumb-item" className={cn("inline-flex min-w-0 items-center gap-1.5", className)} {...props} />
  );
}

export function BreadcrumbLink({ className, asChild, ...props }: ComponentProps<"a"> & { asChild?: boolean }) {
  const Component = asChild ? Slot.Root : "a";
  return (
    <Component
      data-slot="breadcrumb-link"
      className={cn("truncate rounded-sm transition-colors hover:text-foreground", className)}
      {...props}
    />
  );
}

export function BreadcrumbSeparator({ className, ...props }: ComponentProps<"li">) {
  return (
    <li data-slot="breadcrumb-separator" aria-hidden="true" className={cn("shrink-0", className)} {...props}>
      <ChevronRight className="size-3.5" />
    </li>
  );
}
