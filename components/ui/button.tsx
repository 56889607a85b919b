import { cva, type VariantProps } from "class-variance-authority";
import * as Slot from "radix-ui/slot";
import type { ComponentProps, MouseEvent } from "react";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";

const buttonVariants = cva("button", {
  variants: {
    variant: {
      primary: "button-primary",
      secondary: "button-secondary",
      ghost: "button-ghost",
      destructive: "button-destructive",
      link: "button-link",
    },
    size: {
      sm: "button-sm",
      md: "button-md",
      lg: "button-lg",
      icon: "button-icon",
      "icon-sm": "button-icon-sm",
    },
  },
  defaultVariants: { variant: "secondary", size: "md" },
});

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
      <Slot.Root className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
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
