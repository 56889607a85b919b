import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { ScreenTexts } from "@/components/language/screen-texts";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { packResources, packTemplates } from "@/components/template/list/pack-templates";
import { TemplateTable } from "@/components/template/list/template-table";
import { RememberView } from "@/components/view/remember-view";
import { ViewTabs } from "@/components/view/view-tabs";
import { load } from "@/lib/operation/load";
import { listTemplatesForScreen } from "@/lib/template/operations";
import { listViews } from "@/lib/view/operations";

/** The list of templates: all, or those of a view. */
export async function TemplatesScreen({ projectId, viewId }: { projectId: number; viewId: number | null }) {
  const [t, { can }, views, { templates, ...resources }] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(listViews, { projectId }),
    load(listTemplatesForScreen, { projectId }, { viewId }),
  ]);
  return (
    <ScreenTexts of="templates">
      <PageHeader title={t("templates")} />
      <RememberView projectId={projectId} current={viewId} />
      <ViewTabs projectId={projectId} views={views} current={viewId} mayManage={can("manageResources")} />
      <PageBody>
        <TemplateTable
          key={viewId}
          projectId={projectId}
          viewId={viewId}
          templates={packTemplates(templates)}
          resources={packResources(resources)}
        />
      </PageBody>
    </ScreenTexts>
  );
}
