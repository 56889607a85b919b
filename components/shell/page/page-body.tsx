import { type ReactNode, ViewTransition } from "react";
import { cn } from "@/components/ui/cn";

type PageBodyProps = { children: ReactNode; width?: "full" | "form"; className?: string };

/**
 * A screen's content below its header and tabs. It fades when another one takes its place, not when it changes.
 * Must not be an @container: Chromium 156 then loses the boxes of children that it received before the rest.
 */
export function PageBody({ children, width = "full", className }: PageBodyProps) {
  return (
    <ViewTransition default="none" enter="page" exit="page">
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
    </ViewTransition>
  );
}
