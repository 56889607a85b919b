import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Duration } from "@/components/format/duration";
import type { Section } from "@/components/log/fold/outline";
import { cn } from "@/components/ui/cn";

type FoldHeadingProps = {
  section: Section;
  /** Its last line; null while it may grow. */
  last: number | null;
  isFolded: boolean;
  /** Whether it may still grow. */
  live: boolean;
  onToggle: (line: number) => void;
};

/** The title of a section, which folds it, and how long it took. */
export function FoldHeading({ section, last, isFolded, live, onToggle }: FoldHeadingProps) {
  const t = useTranslations("log");
  const { first, title, start, end } = section;
  return (
    <>
      <button
        type="button"
        aria-expanded={!isFolded}
        onClick={() => onToggle(first)}
        className="inline-flex select-text items-center gap-1 whitespace-pre pr-3 font-semibold focus-visible:-outline-offset-2"
      >
        <ChevronRight aria-hidden="true" className={cn("size-3.5 shrink-0", !isFolded && "rotate-90")} />
        {title}
      </button>
      <span className="flex select-none gap-3 pr-3 text-log-number">
        {(end || live) && <Duration start={start} end={end} style="clock" />}
        {isFolded && last !== null && <span className="whitespace-nowrap">{t("lines", { count: last - first })}</span>}
      </span>
    </>
  );
}
