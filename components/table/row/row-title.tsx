import Link from "next/link";
import type { MouseEvent, ReactNode } from "react";
import { wantsNewTab } from "@/components/table/row/row-open";

const classes = "block min-w-0 max-w-full truncate rounded-sm text-left font-medium";

type RowTitleProps = { href: string | null; onOpen?: () => void; children: ReactNode };

/** The first cell is for keyboard and screen readers: a link, or a button if the row has no URL. */
export function RowTitle({ href, onOpen, children }: RowTitleProps) {
  if (!href) {
    return (
      <button type="button" data-row-title="" onClick={onOpen} className={classes}>
        {children}
      </button>
    );
  }

  function press(event: MouseEvent) {
    if (!onOpen || wantsNewTab(event)) return;
    event.preventDefault();
    onOpen();
  }

  return (
    <Link href={href} prefetch={false} data-row-title="" onClick={press} className={classes}>
      {children}
    </Link>
  );
}
