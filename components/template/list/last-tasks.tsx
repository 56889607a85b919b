import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { Duration } from "@/components/format/duration";
import { Name } from "@/components/format/name";
import { Time } from "@/components/format/time";
import { TaskVersion } from "@/components/task/table/task-version";
import { useLiveTasks } from "@/components/task/table/use-live-tasks";
import { TaskAuthor } from "@/components/task/task-author";
import { TaskChip } from "@/components/task/task-chip";
import { TaskLink } from "@/components/task/task-link";
import { Skeleton } from "@/components/ui/skeleton";
import type { TaskWithTpl } from "@/lib/queue/schema";

const SHOWN = 5;

/** The last few tasks of a template, below its row. */
export function LastTasks({ projectId, templateId }: { projectId: number; templateId: number }) {
  const t = useTranslations("template");
  const { rows: tasks } = useLiveTasks({
    load: (signal) => {
      const params = { projectId, templateId };
      return api("GET /project/:projectId/templates/:templateId/tasks/last", {
        params,
        query: { limit: SHOWN, children: true },
        signal,
      });
    },
    templateId,
  });
  if (!tasks) return <Skeleton className="mx-12 my-3 h-5 max-w-96" />;
  if (tasks.length === 0) return <p className="px-12 py-2.5 text-muted-foreground text-sm">{t("neverRun")}</p>;
  return (
    <ul aria-label={t("lastTasks")} className="flex flex-col py-1 pr-3 pl-3 sm:pl-12">
      {tasks.slice(0, SHOWN).map((task) => (
        <LastTask key={task.id} task={task} />
      ))}
    </ul>
  );
}

function LastTask({ task }: { task: TaskWithTpl }) {
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-0.5 py-0.5 text-sm">
      <TaskLink projectId={task.project_id} taskId={task.id} hint={task.message} className="min-w-14 font-medium" />
      <span className="min-w-28">
        <TaskChip task={task} />
      </span>
      {task.tpl_type !== "" && <TaskVersion task={task} />}
      <span className="text-muted-foreground text-xs">
        <TaskAuthor task={task} />
      </span>
      <span className="text-muted-foreground text-xs">
        <Time value={task.start ?? task.end} />
      </span>
      <Duration start={task.start} end={task.end} className="text-muted-foreground text-xs" />
      <Name text={task.message} className="flex-1 text-muted-foreground text-xs" />
    </li>
  );
}
