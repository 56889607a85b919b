import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { durationText } from "@/components/format/format-duration";
import { placeOf } from "@/components/task/hosts/matrix-grid";
import { useMatrix } from "@/components/task/hosts/use-matrix";
import type { TabPanelProps } from "@/components/task/panel/tabs/panel-props";
import { TaskPending } from "@/components/task/panel/task-pending";
import { ScrollBox } from "@/components/ui/scroll-box";
import type { MatrixStep, TaskMatrix } from "@/lib/task/schema/events";

/** Slower ones come first, so nobody looks for what comes after so many. */
const MOST = 200;

/** Steps and hosts of a run by how long they took. */
export function Timeline({ task }: TabPanelProps) {
  const { matrix, problem, retry } = useMatrix(task);
  if (!matrix) {
    return <TaskPending view={problem === null ? { state: "loading" } : { state: "failed", problem }} retry={retry} />;
  }
  return <LoadedTimeline matrix={matrix} />;
}

function LoadedTimeline({ matrix: { steps, hosts } }: { matrix: TaskMatrix }) {
  const t = useTranslations("task");
  const slowSteps = useMemo(() => slowest(steps, spanOf), [steps]);
  const slowHosts = useMemo(() => slowest(hosts, ({ millis }) => millis), [hosts]);
  return (
    <ScrollBox
      aria-label={t("tabs.timeline")}
      className="grid min-h-0 flex-1 grid-cols-1 content-start gap-6 overflow-y-auto p-3 sm:p-4 lg:grid-cols-2"
    >
      <Bars title={t("matrix.steps", { count: steps.length })} millis={slowSteps.map(spanOf)}>
        {slowSteps.map((step) => (
          <Named key={step.number} name={step.name} about={placeOf(step)} />
        ))}
      </Bars>
      <Bars title={t("hosts.title", { count: hosts.length })} millis={slowHosts.map(({ millis }) => millis)}>
        {slowHosts.map(({ number, name }) => (
          <Named key={number} name={name} about="" />
        ))}
      </Bars>
    </ScrollBox>
  );
}

function Bars({ title, millis, children }: { title: string; millis: readonly number[]; children: ReactNode[] }) {
  const locale = useLocale();
  const longest = Math.max(1, ...millis);
  return (
    <section>
      <h2 className="pb-2 font-medium text-sm">{title}</h2>
      <ol className="flex flex-col gap-1">
        {children.map((child, index) => {
          const ms = millis[index] ?? 0;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place in the order of durations
            <li key={index} className="relative flex items-baseline gap-3 rounded-sm px-2 py-1 text-sm">
              <span
                aria-hidden
                className="absolute inset-y-0 left-0 rounded-sm bg-primary-soft"
                style={{ width: `${(100 * ms) / longest}%` }}
              />
              {child}
              <span className="relative ml-auto shrink-0 text-muted-foreground text-xs tabular-nums">
                {ms < 1_000 ? `${ms} ms` : durationText(ms, "words", locale)}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const Named = ({ name, about }: { name: string; about: string }) => (
  <span className="relative min-w-0 truncate" title={about === "" ? name : `${name} ${about}`}>
    {name} <span className="text-muted-foreground text-xs max-sm:hidden">{about}</span>
  </span>
);

/** From its first host's beginning to its last host's end. */
const spanOf = ({ started, ended }: MatrixStep): number =>
  started === null || ended === null ? 0 : Date.parse(ended) - Date.parse(started);

const slowest = <Of,>(all: readonly Of[], millis: (one: Of) => number): Of[] =>
  all.toSorted((a, b) => millis(b) - millis(a)).slice(0, MOST);
