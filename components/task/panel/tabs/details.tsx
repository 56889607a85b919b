import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Dash } from "@/components/format/dash";
import { Duration } from "@/components/format/duration";
import { Time } from "@/components/format/time";
import type { TabPanelProps } from "@/components/task/panel/tabs/panel-props";
import { answersOf, argumentsOf } from "@/components/task/task-inputs";
import { ScrollBox } from "@/components/ui/scroll-box";

/** The times of a run, and everything it was started with. */
export function Details({ task }: TabPanelProps) {
  const t = useTranslations("task");
  return (
    <ScrollBox aria-label={t("tabs.details")} className="min-h-0 flex-1 overflow-y-auto p-3 sm:p-4">
      <dl className="grid max-w-3xl grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm">
        <Detail label={t("details.created")}>
          <Time value={task.created} />
        </Detail>
        <Detail label={t("details.waited")}>
          <Duration start={task.created} end={task.start ?? task.end} />
        </Detail>
        <Detail label={t("facts.started")}>
          <Time value={task.start} />
        </Detail>
        <Detail label={t("columns.end")}>
          <Time value={task.end} />
        </Detail>
        <Detail label={t("facts.duration")}>
          <Duration start={task.start} end={task.end} />
        </Detail>
        <Detail label={t("details.exitCode")}>{task.exit_code ?? <Dash />}</Detail>
        {task.arguments && (
          <Detail label={t("options.arguments")}>
            <code className="wrap-anywhere font-mono">{argumentsOf(task.arguments).join(" ")}</code>
          </Detail>
        )}
        {answersOf(task.environment).map(([name, value]) => (
          <Detail key={name} label={name}>
            <span className="wrap-anywhere whitespace-pre-wrap">{value}</span>
          </Detail>
        ))}
      </dl>
    </ScrollBox>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="wrap-anywhere text-muted-foreground">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
