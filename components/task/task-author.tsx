import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";
import { Name } from "@/components/format/name";
import { TaskLink } from "@/components/task/task-link";
import type { TaskWithTpl } from "@/lib/queue/schema";

type TaskAuthorProps = {
  task: Pick<TaskWithTpl, "project_id" | "user_name" | "integration_id" | "schedule_id" | "autorun" | "build_task_id">;
};

/** Who or what started a task. */
export function TaskAuthor({ task }: TaskAuthorProps) {
  const t = useTranslations("task");
  if (task.user_name) return <Name text={task.user_name} />;
  if (task.integration_id !== null) return t("byIntegration");
  if (task.schedule_id !== null) return t("bySchedule");
  if (task.autorun && task.build_task_id !== null) {
    const { project_id: projectId, build_task_id: taskId } = task;
    return t.rich("byAutorun", { build: () => <TaskLink projectId={projectId} taskId={taskId} /> });
  }
  return <Dash />;
}
