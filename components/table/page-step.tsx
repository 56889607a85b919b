import Link from "next/link";
import type { MouseEvent, ReactNode } from "react";
import { opensHere } from "@/components/table/row/row-open";
import { IconButton } from "@/components/ui/icon-button";

type PageStepProps = {
  label: string;
  /** There is no such page. */
  disabled: boolean;
  href: string;
  onOpen: () => void;
  children: ReactNode;
};

/** Opens another page of a list; a link, which also works before the scripts have loaded and in a new tab. */
export function PageStep({ label, disabled, href, onOpen, children }: PageStepProps) {
  if (disabled) {
    return (
      <IconButton label={label} disabled>
        {children}
      </IconButton>
    );
  }

  function open(event: MouseEvent) {
    opensHere(onOpen)(event);
    if (event.defaultPrevented) showHead(event.currentTarget);
  }

  return (
    <IconButton label={label} asChild>
      <Link href={href} prefetch={false} onClick={open}>
        {children}
      </Link>
    </IconButton>
  );
}

/** The step is below the rows; without motion, because the rows change at the same time. */
function showHead(step: Element): void {
  const list = step.closest("[data-list]");
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ behavior: "instant" });
}
