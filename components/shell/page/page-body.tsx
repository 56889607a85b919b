import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type PageBodyProps = { children: ReactNode; width?: "full" | "form"; className?: string };

/**
 * A screen's content below its header and tabs. It takes the place of another one at once: a view transition shows it 40 to
 * 100 ms later.
 * Must not be an @container: Chromium 156 then loses the boxes of children that it received before the rest.
 */
export function PageBody({ children, width = "full", className }: PageBodyProps) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className={cn(
        "flex w-full flex-1 flex-col gap-4 p-4 outline-none min-[900px]:px-6 min-[900px]:py-5",
        width === "form" && "max-w-172",
        className,
      )}
    >
      {children}
    </main>
  );
}
