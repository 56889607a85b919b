import { cva, type VariantProps } from "class-variance-authority";
import { CircleCheck, Info, OctagonAlert, TriangleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/ui/cn";

const alertVariants = cva("flex gap-2.5 rounded-lg border px-3 py-2.5 text-sm", {
  variants: {
    variant: {
      info: "border-primary/25 bg-primary-soft text-foreground [&>svg]:text-primary-text",
      success: "border-success/25 bg-success-soft text-success-text",
      amber: "border-amber/30 bg-amber-soft text-amber-text",
      error: "border-error/25 bg-error-soft text-error-text",
    },
  },
  defaultVariants: { variant: "info" },
});

const ICONS = { info: Info, success: CircleCheck, amber: TriangleAlert, error: OctagonAlert };

type AlertProps = Omit<ComponentProps<"div">, "title"> &
  VariantProps<typeof alertVariants> & { title?: ReactNode; action?: ReactNode };

export function Alert({ className, variant, title, action, children, ...props }: AlertProps) {
  const kind = variant ?? "info";
  const Icon = ICONS[kind];
  return (
    <div
      data-slot="alert"
      role={kind === "error" ? "alert" : "status"}
      className={cn(alertVariants({ variant }), className)}
      {...props}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="wrap-anywhere min-w-0 flex-1">
        {title && <div className="font-medium">{title}</div>}
        {children}
      </div>
      {action}
    </div>
  );
}
