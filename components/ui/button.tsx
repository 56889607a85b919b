import { cva, type VariantProps } from "class-variance-authority";
import * as Slot from "radix-ui/slot";
import type { ComponentProps, MouseEvent } from "react";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";

export const buttonVariants = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_svg:not([class*='size-'])]:size-4 [&_svg]:pointer-events-none [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-primary text-primary-foreground hover:bg-primary-hover",
        secondary: "border border-input bg-card text-foreground hover:bg-accent data-[state=open]:bg-accent",
        ghost: "text-foreground hover:bg-accent data-[state=open]:bg-accent",
        destructive: "bg-destructive text-destructive-foreground hover:bg-destructive-hover",
        link: "text-primary-text underline-offset-4 hover:underline",
      },
      size: {
        sm: "h-7 px-2.5 text-xs",
        md: "h-8 px-3 text-sm",
        lg: "h-10 px-4 text-base",
        icon: "size-8",
        "icon-sm": "size-7",
      },
    },
    compoundVariants: [{ variant: "link", className: "h-auto px-0" }],
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

export type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonVariants> & {
    asChild?: boolean;
    /** Shows progress and ignores clicks, but keeps the focus; not together with asChild. */
    loading?: boolean;
  };

const ignore = (event: MouseEvent) => event.preventDefault();

export function Button({ className, variant, size, asChild, loading, children, ...props }: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root data-slot="button" className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      data-slot="button"
      className={cn(classes, loading && "relative aria-disabled:opacity-80")}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      {...props}
      {...(loading && { onClick: ignore })}
    >
      {loading ? (
        <>
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
          <span className="contents text-transparent">{children}</span>
        </>
      ) : (
        children
      )}
    </button>
  );
}
