import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { api } from "@/components/api-client";
import { Time } from "@/components/format/time";
import { usePages } from "@/components/live/use-pages";
import { RefusalText } from "@/components/problem/refusal-text";
import { TaskLink } from "@/components/task/task-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Fire } from "@/lib/schedule/schema";

const VARIANTS = {
  started: "success",
  unchanged: "neutral",
  missed: "amber",
  skipped: "neutral",
  failed: "error",
} as const;

const PAGE_SIZE = 10;

type FireHistoryProps = { projectId: number; scheduleId: number };

/** Below a row of the list: each time the schedule was due, and the result. */
export function FireHistory({ projectId, scheduleId }: FireHistoryProps) {
  const t = useTranslations();
  const load = useCallback(
    (last: Fire | undefined, signal: AbortSignal) => {
      const query = { limit: PAGE_SIZE, before: last && new Date(last.due_at).toISOString() };
      return api("GET /project/:projectId/schedules/:scheduleId/fires", {
        params: { projectId, scheduleId },
        query,
        signal,
      });
    },
    [projectId, scheduleId],
  );
  const { rows, state, more, older } = usePages({ size: PAGE_SIZE, load });
  if (state === "failed") {
    return (
      <p className="flex items-center gap-3 px-4 py-3 text-error-text text-sm">
        {t("schedule.historyFailed")}
        <Button size="sm" onClick={older}>
          {t("common.retry")}
        </Button>
      </p>
    );
  }
  if (!rows) return <Skeleton className="m-4 h-4 w-80 max-w-full" />;
  if (rows.length === 0) {
    return <p className="px-4 py-3 text-muted-foreground text-sm">{t("schedule.neverDue")}</p>;
  }
  return (
    <div className="px-4 py-2">
      <ol aria-label={t("schedule.history")} className="grid text-sm">
        {rows.map((fire) => (
          <FireLine key={fire.due_at} projectId={projectId} fire={fire} />
        ))}
      </ol>
      {more && (
        <Button size="sm" variant="ghost" disabled={state === "loading"} onClick={older}>
          {t("schedule.older")}
        </Button>
      )}
    </div>
  );
}

function FireLine({ projectId, fire }: { projectId: number; fire: Fire }) {
  const t = useTranslations("schedule");
  const { outcome, reason, detail, task_id, due_at, until } = fire;
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <Badge variant={VARIANTS[outcome]} className="min-w-20 justify-center">
        {t(`outcomes.${outcome}`)}
      </Badge>
      <span className="whitespace-nowrap text-muted-foreground">
        <Time value={due_at} />
        {until && t.rich("until", { time: () => <Time value={until} clockFirst /> })}
      </span>
      {reason && <span>{t(`reasons.${reason}`)}</span>}
      {detail && (
        <span className="wrap-anywhere text-muted-foreground">
          <RefusalText refusal={fire} />
        </span>
      )}
      {task_id !== null && <TaskLink projectId={projectId} taskId={task_id} className="text-primary-text" />}
    </li>
  );
}
