import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { MoreTexts } from "@/components/language/more-texts";
import { TaskPage } from "@/components/task/task-page";

type TaskRoute = { params: Promise<{ projectId: string; taskId: string }> };

export async function generateMetadata({ params }: TaskRoute) {
  const t = await getTranslations("task");
  return { title: t("number", { id: readId((await params).taskId) }) };
}

export default async function TaskRoutePage({ params }: TaskRoute) {
  const { projectId, taskId } = await params;
  await projectAccess(readId(projectId));
  return (
    <MoreTexts>
      <TaskPage key={taskId} projectId={readId(projectId)} taskId={readId(taskId)} />
    </MoreTexts>
  );
}
