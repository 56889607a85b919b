"use client";

import { useTranslations } from "next-intl";
import type { ActiveTask } from "@/lib/task/schema";

/** Where an unfinished task is: in the queue, with a runner, or with none. */
export function TaskLocation({ task }: { task: ActiveTask }) {
  const t = useTranslations("task");
  if (task.location === "queue") return <span className="text-muted-foreground">{t("active.queue")}</span>;
  if (task.runner_id === undefined) return t("active.local");
  return (
    <span className="inline-flex items-baseline gap-2">
      {t("runnerNumber", { id: task.runner_id })}
      {task.runner_name && <span className="max-w-48 truncate text-muted-foreground text-xs">{task.runner_name}</span>}
    </span>
  );
}
