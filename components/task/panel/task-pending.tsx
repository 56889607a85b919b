import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { TaskState } from "@/components/task/state/use-task";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";

const LINES = ["w-64", "w-96", "w-80", "w-48", "w-72"];

type TaskPendingProps = { view: Exclude<TaskState, { state: "loaded" }>; retry?: () => void };

/** Replaces a task that is loading or can't be loaded. */
export function TaskPending({ view, retry }: TaskPendingProps) {
  const t = useTranslations();
  if (view.state === "loading") return <TaskLoading />;
  if (view.state === "missing") return <EmptyState icon={<SearchX />} text={t("task.missing")} className="flex-1" />;
  return (
    <EmptyState text={view.problem} action={<Button onClick={retry}>{t("common.retry")}</Button>} className="flex-1" />
  );
}

export function TaskLoading() {
  const t = useTranslations("common");
  return (
    <div role="status" aria-label={t("loading")} className="flex flex-1 flex-col gap-3 p-4">
      {LINES.map((width) => (
        <Skeleton key={width} className={`h-4 max-w-full ${width}`} />
      ))}
    </div>
  );
}
