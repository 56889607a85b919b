import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** Takes its room at once and is seen after a moment, so that what loads quickly doesn't flicker. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="skeleton" className={cn("skeleton rounded-md bg-accent", className)} {...props} />;
}
