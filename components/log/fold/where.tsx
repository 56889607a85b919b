import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useCallback, useSyncExternalStore } from "react";
import { pathTo, type Section } from "@/components/log/fold/outline";

type WhereProps = {
  sections: readonly Section[];
  scroller: RefObject<HTMLElement | null>;
  topLine: () => number;
  jumpTo: (line: number) => void;
};

/** The headings above the visible lines, one inside the other, over the top of the log; a click jumps to one. */
export function Where({ sections, scroller, topLine, jumpTo }: WhereProps) {
  const t = useTranslations("log");
  const around = () => pathTo(sections, topLine()).filter(({ first }) => first < topLine());
  const listen = useCallback(
    (listener: () => void) => {
      const element = scroller.current;
      element?.addEventListener("scroll", listener, { passive: true });
      return () => element?.removeEventListener("scroll", listener);
    },
    [scroller],
  );
  const innermost = useSyncExternalStore(
    listen,
    () => around().at(-1)?.first ?? null,
    () => null,
  );
  if (innermost === null) return null;
  return (
    <nav
      aria-label={t("where")}
      className="absolute inset-x-0 top-0 flex h-6 items-center gap-1 overflow-hidden border-border border-b bg-card px-2 font-mono text-muted-foreground text-xs print:hidden"
    >
      {pathTo(sections, innermost).map((section, index) => (
        <span key={section.first} className="flex min-w-0 items-center gap-1 last:shrink-0">
          {index > 0 && <ChevronRight aria-hidden="true" className="size-3 shrink-0" />}
          <button
            type="button"
            title={section.title}
            onClick={() => jumpTo(section.first)}
            className="max-w-96 truncate rounded-sm hover:text-foreground hover:underline focus-visible:-outline-offset-2"
          >
            {section.title}
          </button>
        </span>
      ))}
    </nav>
  );
}
