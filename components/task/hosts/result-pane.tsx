import { ScrollText, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "@/components/api-client";
import { durationText } from "@/components/format/format-duration";
import { useRefetch } from "@/components/live/use-refetch";
import { useProblemText } from "@/components/problem/use-problem-text";
import { DiffText } from "@/components/task/hosts/diff-text";
import { STATE_CLASSES } from "@/components/task/hosts/host-states";
import { placeOf } from "@/components/task/hosts/matrix-grid";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import type { HostState } from "@/lib/protocol/events";
import type { TaskDetail } from "@/lib/task/schema";
import type { HostStepResult, MatrixStep } from "@/lib/task/schema/events";

type ResultPaneProps = {
  task: TaskDetail;
  host: string;
  step: MatrixStep;
  /** How many events there are: it is fetched again when there are more. */
  events: number;
  onJump: (line: number) => void;
  onClose: () => void;
};

/** The results of a step on a host: one, or several if a handler ran again. */
export function ResultPane({ task, host, step, events, onJump, onClose }: ResultPaneProps) {
  const t = useTranslations();
  const { results, problem } = useResults(task, host, step.number, events);
  return (
    <section
      aria-label={t("task.matrix.result")}
      className="flex max-h-[50%] min-h-32 shrink-0 flex-col overflow-y-auto border-border max-lg:border-t lg:max-h-none lg:w-2/5 lg:border-t lg:border-l"
    >
      <header className="flex items-start gap-2 px-3 py-2">
        <div className="min-w-0 flex-1">
          <h2 className="wrap-anywhere font-medium text-sm">{host}</h2>
          <p className="wrap-anywhere text-muted-foreground text-xs">
            {step.name} {placeOf(step)}
          </p>
        </div>
        <IconButton label={t("common.close")} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {results === null && problem === null && <Skeleton className="mx-3 h-4 w-48" />}
      {problem !== null && <p className="px-3 text-error-text text-sm">{problem}</p>}
      {results?.length === 0 && <p className="px-3 text-muted-foreground text-sm">{t("task.matrix.none")}</p>}
      {results?.map((result) => (
        <Result key={result.event} result={result} onJump={onJump} />
      ))}
    </section>
  );
}

function Result({ result, onJump }: { result: HostStepResult; onJump: (line: number) => void }) {
  const t = useTranslations("task.matrix");
  const locale = useLocale();
  const { state, ms, line, message, diff, items = [], items_left_out: left, delegated_to } = result;
  return (
    <article className="flex flex-col gap-2 px-3 pb-4">
      <div className="flex flex-wrap items-center gap-2 text-xs">
        <StateBadge state={state} />
        <span className="text-muted-foreground tabular-nums">
          {ms < 1_000 ? `${ms} ms` : durationText(ms, "words", locale)}
        </span>
        {delegated_to && <span className="wrap-anywhere text-muted-foreground">→ {delegated_to}</span>}
        {line !== undefined && (
          <Button size="sm" onClick={() => onJump(line)} className="ml-auto">
            <ScrollText />
            {t("log")}
          </Button>
        )}
      </div>
      {result.hidden && <p className="text-muted-foreground text-sm">{t("hidden")}</p>}
      {result.bare && <p className="text-muted-foreground text-sm">{t("bare")}</p>}
      {message && <Output text={message} />}
      {diff && <DiffText text={diff} />}
      {items.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rounds of a loop have no names of their own and never move
            <li key={index} className="flex flex-col gap-1 text-sm">
              <span className="flex items-center gap-2">
                <StateBadge state={item.state} />
                <span className="wrap-anywhere min-w-0">{item.hidden ? "****" : item.label}</span>
              </span>
              {item.message && <Output text={item.message} />}
              {item.diff && <DiffText text={item.diff} />}
            </li>
          ))}
        </ul>
      )}
      {left !== undefined && <p className="text-muted-foreground text-sm">{t("leftOut", { count: left })}</p>}
    </article>
  );
}

function StateBadge({ state }: { state: HostState }) {
  const t = useTranslations("task.matrix.states");
  return <span className={cn("rounded-sm px-1.5 py-0.5 text-xs", STATE_CLASSES[state])}>{t(state)}</span>;
}

const Output = ({ text }: { text: string }) => (
  <pre className="wrap-anywhere whitespace-pre-wrap rounded-md bg-log p-2 font-mono text-log-foreground text-xs">
    {text}
  </pre>
);

function useResults({ id: taskId, project_id: projectId }: TaskDetail, host: string, step: number, events: number) {
  const problemText = useProblemText();
  const [results, setResults] = useState<HostStepResult[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const refetch = useRefetch(async (signal) => {
    try {
      const query = { host, step, limit: 20 };
      const route = "GET /project/:projectId/tasks/:taskId/results";
      const found = await api(route, { params: { projectId, taskId }, query, signal });
      setResults(found.results);
      setProblem(null);
    } catch (error) {
      if (!signal.aborted) setProblem(problemText(error));
    }
  });
  const again = useEffectEvent(refetch);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more events may bring its result
  useEffect(() => again(), [events]);
  return { results, problem };
}
