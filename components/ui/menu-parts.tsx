"use client";

import { Check } from "lucide-react";
import * as MenuPrimitive from "radix-ui/dropdown-menu";
import type { ComponentProps, PointerEvent } from "react";
import { floatingClasses } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { TriggerAt } from "@/components/ui/trigger-at";

const itemClasses =
  "relative flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 text-sm outline-none data-[disabled]:pointer-events-none data-[highlighted]:bg-accent data-[disabled]:opacity-50 [&_svg:not([class*='size-'])]:size-4 [&_svg:not([class*='text-'])]:text-muted-foreground [&_svg]:shrink-0";

export type MenuAtProps = ComponentProps<typeof MenuPrimitive.Content> & {
  trigger: HTMLElement;
  /** The trigger's id. */
  labelledBy: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Not modal: the page behind an open menu is neither frozen nor hidden from assistive technology. */
export function MenuAt({ trigger, labelledBy, open, onOpenChange, className, ...props }: MenuAtProps) {
  return (
    <MenuPrimitive.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <MenuPrimitive.Trigger asChild>
        <TriggerAt target={trigger} />
      </MenuPrimitive.Trigger>
      <MenuPrimitive.Portal>
        <MenuPrimitive.Content
          data-slot="dropdown-menu-content"
          aria-labelledby={labelledBy}
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            floatingClasses,
            "max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto p-1",
            className,
          )}
          {...props}
        />
      </MenuPrimitive.Portal>
    </MenuPrimitive.Root>
  );
}

export function DropdownMenuRadioGroup(props: ComponentProps<typeof MenuPrimitive.RadioGroup>) {
  return <MenuPrimitive.RadioGroup data-slot="dropdown-menu-radio-group" {...props} />;
}

/** Radix moves the focus with the pointer, even while the menu fades out and a dialog already has the focus. */
function keepFocusOnceClosed(event: PointerEvent) {
  if (event.currentTarget.closest("[role=menu][data-state=closed]")) event.preventDefault();
}

type ItemProps = ComponentProps<typeof MenuPrimitive.Item> & { variant?: "default" | "destructive" };

export function DropdownMenuItem({ className, variant = "default", ...props }: ItemProps) {
  return (
    <MenuPrimitive.Item
      data-slot="dropdown-menu-item"
      onPointerMove={keepFocusOnceClosed}
      onPointerLeave={keepFocusOnceClosed}
      className={cn(
        itemClasses,
        variant === "destructive" && "text-error-text data-[highlighted]:bg-error-soft [&_svg]:text-error-text!",
        className,
      )}
      {...props}
    />
  );
}

export function DropdownMenuCheckboxItem({
  className,
  children,
  ...props
}: ComponentProps<typeof MenuPrimitive.CheckboxItem>) {
  return (
    <MenuPrimitive.CheckboxItem
      data-slot="dropdown-menu-checkbox-item"
      className={cn(itemClasses, "pl-8", className)}
      {...props}
    >
      <MenuPrimitive.ItemIndicator className="absolute left-2">
        <Check />
      </MenuPrimitive.ItemIndicator>
      {children}
    </MenuPrimitive.CheckboxItem>
  );
}

export function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: ComponentProps<typeof MenuPrimitive.RadioItem>) {
  return (
    <MenuPrimitive.RadioItem
      data-slot="dropdown-menu-radio-item"
      className={cn(itemClasses, "pr-8", className)}
      {...props}
    >
      {children}
      <MenuPrimitive.ItemIndicator className="absolute right-2">
        <Check />
      </MenuPrimitive.ItemIndicator>
    </MenuPrimitive.RadioItem>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof MenuPrimitive.Label>) {
  return (
    <MenuPrimitive.Label
      data-slot="dropdown-menu-label"
      className={cn("px-2 py-1.5 font-medium text-muted-foreground text-xs", className)}
      {...props}
    />
  );
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof MenuPrimitive.Separator>) {
  return (
    <MenuPrimitive.Separator
      data-slot="dropdown-menu-separator"
      className={cn("-mx-1 my-1 h-px bg-border", className)}
      {...props}
    />
  );
}
