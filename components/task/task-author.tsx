import { useTranslations } from "next-intl";
import { Dash } from "@/components/format/dash";

type TaskAuthorProps = {
  task: { user_name: string | null; integration_id: number | null; schedule_id: number | null };
};

/** Who or what started a task. */
export function TaskAuthor({ task }: TaskAuthorProps) {
  const t = useTranslations("task");
  if (task.user_name) return <span className="truncate">{task.user_name}</span>;
  if (task.integration_id !== null) return t("byIntegration");
  if (task.schedule_id !== null) return t("bySchedule");
  return <Dash />;
}
