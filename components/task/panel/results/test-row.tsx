import { Check, ChevronRight, Minus, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { ScrollBox } from "@/components/ui/scroll-box";
import type { TestCase } from "@/lib/protocol/tests";

const SIGNS = {
  failed: { Icon: X, className: "text-error-text" },
  skipped: { Icon: Minus, className: "text-muted-foreground" },
  passed: { Icon: Check, className: "text-success-text" },
};

/** A test; a failed one opens to what it says. */
export function TestRow({ test }: { test: TestCase }) {
  const hasMore = test.message !== "" || test.details !== "";
  return (
    <li className="border-border border-b">
      {hasMore ? (
        <details open={test.details.length < 2_000} className="group">
          <summary className="flex cursor-pointer list-none items-center gap-1.5 px-3 py-1.5 text-sm hover:bg-accent sm:px-4 [&::-webkit-details-marker]:hidden">
            <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted-foreground group-open:rotate-90" />
            <TestName test={test} />
          </summary>
          <ScrollBox aria-label={test.name} className="max-h-96 overflow-auto pr-3 pb-3 pl-14 sm:pl-15">
            <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-xs">
              {[test.message, test.details].filter(Boolean).join("\n\n")}
            </pre>
          </ScrollBox>
        </details>
      ) : (
        <div className="flex py-1.5 pr-3 pl-8.5 text-sm sm:pr-4 sm:pl-9.5">
          <TestName test={test} />
        </div>
      )}
    </li>
  );
}

function TestName({ test: { suite, name, state, seconds } }: { test: TestCase }) {
  const t = useTranslations("task.tests");
  const inSeconds = useSeconds();
  const { Icon, className } = SIGNS[state];
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
      <Icon aria-label={t(state)} className={`size-4 shrink-0 self-center ${className}`} />
      <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
      <span className="wrap-anywhere min-w-0 text-muted-foreground text-xs">{suite}</span>
      {seconds !== null && (
        <span className="ml-auto text-muted-foreground text-xs tabular-nums">{inSeconds(seconds)}</span>
      )}
    </span>
  );
}

function useSeconds(): (seconds: number) => string {
  const format = new Intl.NumberFormat(useLocale(), { style: "unit", unit: "second", maximumFractionDigits: 2 });
  return (seconds) => format.format(seconds);
}
