"use client";

import * as AlertDialogPrimitive from "radix-ui/alert-dialog";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { overlayClasses, panelClasses } from "@/components/ui/dialog";
import { useReturnFocus } from "@/components/ui/return-focus";

export function AlertDialog(props: ComponentProps<typeof AlertDialogPrimitive.Root>) {
  return <AlertDialogPrimitive.Root data-slot="alert-dialog" {...props} />;
}

type AlertDialogContentProps = ComponentProps<typeof AlertDialogPrimitive.Content> & {
  /** Maximum width in pixels. */
  width?: number;
};

export function AlertDialogContent({ className, width = 400, style, children, ...props }: AlertDialogContentProps) {
  const { probe, onCloseAutoFocus } = useReturnFocus();
  return (
    <AlertDialogPrimitive.Portal>
      <AlertDialogPrimitive.Overlay data-slot="alert-dialog-overlay" className={overlayClasses} />
      <AlertDialogPrimitive.Content
        data-slot="alert-dialog-content"
        className={cn(panelClasses, "gap-2 p-4", className)}
        style={{ maxWidth: width, ...style }}
        onCloseAutoFocus={onCloseAutoFocus}
        {...props}
      >
        {probe}
        {children}
      </AlertDialogPrimitive.Content>
    </AlertDialogPrimitive.Portal>
  );
}

export function AlertDialogFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="alert-dialog-footer"
      className={cn("mt-2 flex flex-wrap justify-end gap-2", className)}
      {...props}
    />
  );
}

export function AlertDialogTitle({ className, ...props }: ComponentProps<typeof AlertDialogPrimitive.Title>) {
  return (
    <AlertDialogPrimitive.Title
      data-slot="alert-dialog-title"
      className={cn("font-semibold text-lg", className)}
      {...props}
    />
  );
}

export function AlertDialogDescription({
  className,
  ...props
}: ComponentProps<typeof AlertDialogPrimitive.Description>) {
  return (
    <AlertDialogPrimitive.Description
      data-slot="alert-dialog-description"
      className={cn("text-muted-foreground text-sm", className)}
      {...props}
    />
  );
}

export function AlertDialogCancel(props: ComponentProps<typeof AlertDialogPrimitive.Cancel>) {
  return <AlertDialogPrimitive.Cancel data-slot="alert-dialog-cancel" {...props} />;
}
