import { getTranslations } from "next-intl/server";
import { ScreenTexts } from "@/components/language/screen-texts";
import { BackToProject } from "@/components/shell/page/back-to-project";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { ActiveTasks } from "@/components/task/active/active-tasks";
import { load } from "@/lib/operation/load";
import { listActiveTasks } from "@/lib/task/active/admin-operations";

export async function generateMetadata() {
  const t = await getTranslations("task.active");
  return { title: t("title") };
}

export default async function ActiveTasksPage() {
  const [t, tasks] = await Promise.all([getTranslations("task.active"), load(listActiveTasks, {})]);
  return (
    <ScreenTexts of="active">
      <PageHeader title={t("title")} icon={<BackToProject />} />
      <PageBody>
        <ActiveTasks projectId={null} tasks={tasks} mayStop />
      </PageBody>
    </ScreenTexts>
  );
}
