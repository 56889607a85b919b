import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { controlClasses } from "@/components/ui/input";

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(controlClasses, "field-sizing-content max-h-96 min-h-16 resize-y px-2.5 py-1.5", className)}
      {...props}
    />
  );
}
