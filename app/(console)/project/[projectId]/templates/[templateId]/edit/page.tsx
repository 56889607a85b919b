import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { loadFormResources } from "@/app/(console)/project/[projectId]/templates/[templateId]/edit/load-resources";
import { startOf, withOnlyChoices } from "@/app/(console)/project/[projectId]/templates/[templateId]/edit/start-values";
import { AppIcon } from "@/components/app/app-icon";
import { MoreTexts } from "@/components/language/more-texts";
import { PageHeader } from "@/components/shell/page/page-header";
import { TemplateForm } from "@/components/template/form/template-form";
import { templateHref, templatesHref } from "@/components/template/template-href";
import { isBuiltinApp } from "@/lib/protocol/app";

type EditPage = {
  params: Promise<{ projectId: string; templateId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: EditPage) {
  const t = await getTranslations("template");
  return { title: t((await params).templateId === "new" ? "new" : "edit") };
}

export default async function EditTemplatePage({ params, searchParams }: EditPage) {
  const { projectId: projectText, templateId: templateText } = await params;
  const projectId = readId(projectText);
  const templateId = templateText === "new" ? null : readId(templateText);
  const [t, { can }] = await Promise.all([getTranslations(), projectAccess(projectId)]);
  if (!can("manageResources")) notFound();
  const { values, ...known } = await startOf(projectId, templateId, await searchParams);
  const { app, ...resources } = await loadFormResources(projectId, { app: values.app, ...known }, templateId);
  const appTitle = app.title || (isBuiltinApp(app.id) ? t(`app.titles.${app.id}`) : app.id);
  const crumbs = [{ label: t("shell.nav.templates"), href: templatesHref(projectId, null) }];
  if (templateId !== null) crumbs.push({ label: values.name, href: templateHref(projectId, templateId) });
  return (
    <MoreTexts>
      <PageHeader
        title={t(templateId === null ? "template.newOf" : "template.editOf", { app: appTitle })}
        crumbs={crumbs}
        icon={<AppIcon app={app.id} />}
      />
      <TemplateForm
        key={`${templateText} ${values.app}`}
        projectId={projectId}
        templateId={templateId}
        defaults={templateId === null ? withOnlyChoices(values, resources) : values}
        resources={{ app, ...resources }}
      />
    </MoreTexts>
  );
}
