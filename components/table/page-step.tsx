import Link from "next/link";
import type { ReactNode } from "react";
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

  return (
    <IconButton label={label} asChild>
      <Link href={href} prefetch={false} onClick={opensHere(onOpen)}>
        {children}
      </Link>
    </IconButton>
  );
}
