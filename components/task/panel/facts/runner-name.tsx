import { useTranslations } from "next-intl";
import { useSilence } from "@/components/task/state/use-silence";
import { Badge } from "@/components/ui/badge";
import { Hint } from "@/components/ui/hint";
import type { TaskDetail } from "@/lib/task/schema";

type RunnerNameProps = { task: Pick<TaskDetail, "status" | "runner_id" | "runner_name" | "last_heard"> };

/** The task's runner, and whether it has gone silent. */
export function RunnerName({ task }: RunnerNameProps) {
  const t = useTranslations("task");
  const silence = useSilence(task.last_heard, task.status === "running" || task.status === "stopping");
  return (
    <span className="inline-flex items-center gap-1.5">
      {task.runner_name || t("runnerNumber", { id: task.runner_id ?? 0 })}
      {silence !== null && (
        <Hint text={t("runnerSilentHint")}>
          <Badge variant="amber">{t("runnerSilent", { seconds: Math.floor(silence / 1000) })}</Badge>
        </Hint>
      )}
    </span>
  );
}
