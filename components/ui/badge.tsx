import { cva, type VariantProps } from "class-variance-authority";
import * as Slot from "radix-ui/slot";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

export const badgeVariants = cva(
  "inline-flex h-5.5 w-fit align-middle shrink-0 items-center gap-1 whitespace-nowrap rounded-md px-1.5 font-medium text-xs [&_svg:not([class*='size-'])]:size-3.5",
  {
    variants: {
      variant: {
        neutral: "bg-accent text-foreground",
        accent: "bg-primary-soft text-primary-text",
        success: "bg-success-soft text-success-text",
        error: "bg-error-soft text-error-text",
        amber: "bg-amber-soft text-amber-text",
        outline: "border border-border text-muted-foreground",
      },
    },
    defaultVariants: { variant: "neutral" },
  },
);

type BadgeProps = ComponentProps<"span"> & VariantProps<typeof badgeVariants> & { asChild?: boolean };

export function Badge({ className, variant, asChild, ...props }: BadgeProps) {
  const Component = asChild ? Slot.Root : "span";
  return <Component data-slot="badge" className={cn(badgeVariants({ variant }), className)} {...props} />;
}
