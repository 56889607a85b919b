import { redirect } from "next/navigation";
import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { TemplateScreen } from "@/app/(console)/project/[projectId]/templates/[templateId]/template-screen";
import { load } from "@/lib/operation/load";
import { getTemplate } from "@/lib/template/operations";

type TemplatePage = { params: Promise<{ projectId: string; templateId: string }> };

export async function generateMetadata({ params }: TemplatePage) {
  const { projectId, templateId } = await params;
  if (templateId === "new") return {};
  const template = await load(getTemplate, { projectId: readId(projectId), templateId: readId(templateId) });
  return { title: template.name };
}

export default async function TemplatePage({ params }: TemplatePage) {
  const { projectId, templateId } = await params;
  if (templateId === "new") redirect(`/project/${readId(projectId)}/templates/new/edit`);
  return <TemplateScreen projectId={readId(projectId)} templateId={readId(templateId)} viewId={null} />;
}
