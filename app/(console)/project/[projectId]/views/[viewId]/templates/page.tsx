import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { TemplatesScreen } from "@/app/(console)/project/[projectId]/templates/templates-screen";
import { templatesHref } from "@/components/template/template-href";
import { loadIfFound } from "@/lib/operation/load";
import { getView } from "@/lib/view/operations";

type ViewPage = { params: Promise<{ projectId: string; viewId: string }> };

export async function generateMetadata() {
  const t = await getTranslations("shell.nav");
  return { title: t("templates") };
}

export default async function ViewTemplatesPage({ params }: ViewPage) {
  const ids = await params;
  const [projectId, viewId] = [readId(ids.projectId), readId(ids.viewId)];
  // Browsers remember a view that has been deleted; the list of all templates makes them forget it.
  if (!(await loadIfFound(getView, { projectId, viewId }))) redirect(templatesHref(projectId, null));
  return <TemplatesScreen projectId={projectId} viewId={viewId} />;
}
