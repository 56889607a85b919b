import { cva, type VariantProps } from "class-variance-authority";
import * as Slot from "radix-ui/slot";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

const badgeVariants = cva("badge", {
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
});

type BadgeProps = ComponentProps<"span"> & VariantProps<typeof badgeVariants> & { asChild?: boolean };

export function Badge({ className, variant, asChild, ...props }: BadgeProps) {
  const Component = asChild ? Slot.Root : "span";
  return <Component className={cn(badgeVariants({ variant }), className)} {...props} />;
}
