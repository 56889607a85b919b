"use client";

import * as DialogPrimitive from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";
import { useReturnFocus } from "@/components/ui/return-focus";

export const overlayClasses =
  "data-[state=closed]:fade-out-0 data-[state=open]:fade-in-0 fixed inset-0 z-50 bg-overlay duration-100 data-[state=closed]:animate-out data-[state=open]:animate-in";

export const panelClasses =
  "fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-1.5rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-lg border border-border bg-popover shadow-xl outline-none duration-100 data-[state=closed]:animate-out data-[state=open]:animate-in data-[state=closed]:fade-out-0 data-[state=open]:fade-in-0 data-[state=closed]:zoom-out-98 data-[state=open]:zoom-in-98";

export function Dialog(props: ComponentProps<typeof DialogPrimitive.Root>) {
  return <DialogPrimitive.Root data-slot="dialog" {...props} />;
}

export function DialogTrigger(props: ComponentProps<typeof DialogPrimitive.Trigger>) {
  return <DialogPrimitive.Trigger data-slot="dialog-trigger" {...props} />;
}

type DialogContentProps = ComponentProps<typeof DialogPrimitive.Content> & {
  /** Maximum width in pixels. */
  width?: number;
  /** Label of the close button; without it there is none. */
  closeLabel?: string;
};

export function DialogContent({ className, children, width = 400, closeLabel, ...rest }: DialogContentProps) {
  const { style, onCloseAutoFocus, ...props } = rest;
  const { probe, onCloseAutoFocus: returnFocus } = useReturnFocus();
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay data-slot="dialog-overlay" className={overlayClasses} />
      <DialogPrimitive.Content
        data-slot="dialog-content"
        className={cn(panelClasses, className)}
        style={{ maxWidth: width, ...style }}
        onCloseAutoFocus={(event) => {
          returnFocus(event);
          onCloseAutoFocus?.(event);
        }}
        {...props}
      >
        {probe}
        {children}
        {closeLabel && <CornerClose label={closeLabel} />}
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}

/** For `onOpenAutoFocus`: focuses the dialog instead of its first button. */
export function focusItself(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

/** Marks an element within which Escape does something itself. */
export const KEEPS_ESCAPE = "data-keeps-escape";

/** For `onEscapeKeyDown`: keeps the dialog open when an element within it needs the key. */
export function keepOpen(event: Pick<Event, "target" | "preventDefault">): void {
  if (event.target instanceof Element && event.target.closest(`[${KEEPS_ESCAPE}]`)) event.preventDefault();
}

/** The cross at the corner of a dialog or sheet. */
export function CornerClose({ label }: { label: string }) {
  return (
    <DialogPrimitive.Close
      aria-label={label}
      className="absolute top-2.5 right-2.5 grid size-7 place-items-center rounded-md text-muted-foreground transition-colors hover:bg-accent hover:text-foreground"
    >
      <X className="size-4" />
    </DialogPrimitive.Close>
  );
}

export function DialogHeader({ className, ...props }: ComponentProps<"div">) {
  return (
    <div data-slot="dialog-header" className={cn("flex flex-col gap-1 px-4 pt-3.5 pr-11 pb-3", className)} {...props} />
  );
}

export function DialogBody({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="dialog-body"
      className={cn("min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-1 pb-4", className)}
      {...props}
    />
  );
}

export function DialogFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="dialog-footer"
      className={cn("flex flex-wrap items-center justify-end gap-2 border-border border-t px-4 py-3", className)}
      {...props}
    />
  );
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof DialogPrimitive.Title>) {
  return (
    <DialogPrimitive.Title
      data-slot="dialog-title"
      className={cn("flex min-w-0 items-center gap-2 font-semibold text-lg", className)}
      {...props}
    />
  );
}

export function DialogDescription({ className, ...props }: ComponentProps<typeof DialogPrimitive.Description>) {
  return (
    <DialogPrimitive.Description
      data-slot="dialog-description"
      className={cn("text-muted-foreground text-sm", className)}
      {...props}
    />
  );
}
