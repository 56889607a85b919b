import { Check, Minus, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
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
        <details open={test.details.length < 2_000}>
          <summary className="cursor-pointer px-3 py-1.5 text-sm hover:bg-accent sm:px-4">
            <TestName test={test} />
          </summary>
          <pre className="wrap-anywhere max-h-96 overflow-auto whitespace-pre-wrap px-3 pb-3 font-mono text-xs sm:pl-10">
            {[test.message, test.details].filter(Boolean).join("\n\n")}
          </pre>
        </details>
      ) : (
        <div className="px-3 py-1.5 text-sm sm:px-4">
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
    <span className="inline-flex w-[calc(100%-1.25rem)] flex-wrap items-baseline gap-x-2 align-middle">
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
