import * as RadioGroup from "radix-ui/radio-group";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** A radio group that looks like one control. */
export const Segments = ({ className, ...props }: ComponentProps<typeof RadioGroup.Root>) => (
  <RadioGroup.Root
    orientation="horizontal"
    className={cn("flex gap-0.5 rounded-md border border-border bg-muted p-0.5", className)}
    {...props}
  />
);

export const Segment = ({ className, ...props }: ComponentProps<typeof RadioGroup.Item>) => (
  <RadioGroup.Item
    className={cn(
      "rounded-sm px-2 font-medium text-muted-foreground transition-colors hover:text-foreground disabled:opacity-50 data-[state=checked]:bg-card data-[state=checked]:text-foreground data-[state=checked]:shadow-xs dark:data-[state=checked]:bg-input",
      className,
    )}
    {...props}
  />
);
