"use client";

import dynamic from "next/dynamic";
import * as Slot from "radix-ui/slot";
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  Suspense,
  type SyntheticEvent,
  useContext,
  useId,
  useState,
} from "react";
import type { MenuAtProps } from "@/components/ui/menu-parts";

/** Menus open only after an interaction with their trigger, which loads their code. */
const load = () => import("@/components/ui/menu-parts");

const MenuAt = dynamic(() => load().then((module) => module.MenuAt));
export const DropdownMenuRadioGroup = dynamic(() => load().then((module) => module.DropdownMenuRadioGroup));
export const DropdownMenuItem = dynamic(() => load().then((module) => module.DropdownMenuItem));
export const DropdownMenuCheckboxItem = dynamic(() => load().then((module) => module.DropdownMenuCheckboxItem));
export const DropdownMenuRadioItem = dynamic(() => load().then((module) => module.DropdownMenuRadioItem));
export const DropdownMenuLabel = dynamic(() => load().then((module) => module.DropdownMenuLabel));
export const DropdownMenuSeparator = dynamic(() => load().then((module) => module.DropdownMenuSeparator));

type Menu = {
  id: string;
  open: boolean;
  setOpen: (open: boolean) => void;
  /** Set from the first interaction on. */
  trigger: HTMLElement | null;
  setTrigger: (trigger: HTMLElement) => void;
};

const MenuContext = createContext<Menu | null>(null);

function useMenu(): Menu {
  const menu = useContext(MenuContext);
  if (!menu) throw new Error("a menu's parts work only inside DropdownMenu");
  return menu;
}

export function DropdownMenu({ children }: { children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  return <MenuContext value={{ id, open, setOpen, trigger, setTrigger }}>{children}</MenuContext>;
}

export function DropdownMenuTrigger({ asChild, ...props }: ComponentProps<"button"> & { asChild?: boolean }) {
  const { id, open, setOpen, setTrigger } = useMenu();

  const prepare = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    setTrigger(currentTarget);
    // Without it the menu doesn't open, but the page still works.
    load().catch(() => undefined);
  };

  function press(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || event.ctrlKey) return;
    prepare(event);
    setOpen(!open);
    // The menu takes the focus.
    if (!open) event.preventDefault();
  }

  function type(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== "ArrowDown") return;
    prepare(event);
    setOpen(true);
    event.preventDefault();
  }

  /** By Enter, the space bar, or software such as a screen reader; the mouse's has opened it when it was pressed. */
  function click(event: MouseEvent<HTMLElement>) {
    if (event.detail > 0) return;
    prepare(event);
    setOpen(!open);
  }

  const Component = asChild ? Slot.Root : "button";
  return (
    <Component
      type="button"
      id={id}
      aria-haspopup="menu"
      aria-expanded={open}
      data-state={open ? "open" : "closed"}
      onPointerEnter={prepare}
      onFocus={prepare}
      onPointerDown={press}
      onKeyDown={type}
      onClick={click}
      {...props}
    />
  );
}

type ContentProps = Omit<MenuAtProps, "trigger" | "labelledBy" | "open" | "onOpenChange">;

export function DropdownMenuContent(props: ContentProps) {
  const { id, open, setOpen, trigger } = useMenu();
  if (!trigger) return null;
  return (
    <Suspense>
      <MenuAt trigger={trigger} labelledBy={id} open={open} onOpenChange={setOpen} {...props} />
    </Suspense>
  );
}
