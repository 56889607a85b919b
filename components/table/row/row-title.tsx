import Link from "next/link";
import type { ReactNode } from "react";
import { opensHere } from "@/components/table/row/row-open";

type RowTitleProps = { href: string | null; onOpen?: () => void; children: ReactNode };

/** The first cell is for keyboard and screen readers: a link, or a button if the row has no URL. */
export function RowTitle({ href, onOpen, children }: RowTitleProps) {
  if (!href) {
    return (
      <button type="button" data-row-title="" onClick={onOpen}>
        {children}
      </button>
    );
  }

  return (
    <Link href={href} prefetch={false} data-row-title="" onClick={onOpen && opensHere(onOpen)}>
      {children}
    </Link>
  );
}
