import { useRouter } from "next/navigation";
import type { MouseEvent } from "react";
import { isRowClick, wantsNewTab } from "@/components/table/row/row-open";

/** Makes a whole row behave like its link. */
export function useRowOpen(href: string | null, onOpen: (() => void) | undefined) {
  const router = useRouter();
  if (!href && !onOpen) return {};

  function open(event: MouseEvent<HTMLElement>) {
    if (!isRowClick(event)) return;
    if (href && wantsNewTab(event)) window.open(href, "_blank", "noopener");
    else if (onOpen) onOpen();
    else if (href) router.push(href);
  }

  return {
    onClick: open,
    onAuxClick: (event: MouseEvent<HTMLElement>) => event.button === 1 && href && open(event),
    onPointerEnter: () => href?.startsWith("/") && router.prefetch(href),
  };
}
