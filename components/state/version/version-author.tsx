import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import { TaskLink } from "@/components/task/task-link";
import { cn } from "@/components/ui/cn";
import type { Version } from "@/lib/state/schema";

type VersionAuthorProps = {
  projectId: number;
  version: Pick<Version, "task_id" | "task_number" | "user_name">;
  className?: string;
};

/** Who wrote a version: a user, and by which task. */
export function VersionAuthor({
  projectId,
  version: { task_id, task_number, user_name },
  className,
}: VersionAuthorProps) {
  const t = useTranslations("state");
  return (
    <span className={cn("inline-flex min-w-0 flex-wrap gap-x-1.5", className)}>
      {user_name && <span className="wrap-anywhere">{user_name}</span>}
      {task_id !== null && (
        <TaskLink projectId={projectId} taskId={task_id} className="text-primary-text">
          {t("lock.task", { id: task_id })}
        </TaskLink>
      )}
      {task_id === null && task_number !== null && <span>{t("version.taskDeleted", { id: task_number })}</span>}
      {!user_name && task_number === null && <Dash />}
    </span>
  );
}
