import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { AliasBlock } from "@/components/integration/alias-block";
import { DeliveryInbox } from "@/components/integration/delivery/delivery-inbox";
import { toChoice } from "@/components/integration/integration-form-schema";
import { IntegrationTable } from "@/components/integration/integration-table";
import { ManagersOnly } from "@/components/integration/managers-only";
import { ScreenTexts } from "@/components/language/screen-texts";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { listIntegrations } from "@/lib/integration/read-operations";
import { listKeys } from "@/lib/key/operations";
import { load } from "@/lib/operation/load";
import { listTemplateNames } from "@/lib/template/operations";

export async function generateMetadata() {
  const t = await getTranslations("shell.nav");
  return { title: t("integrations") };
}

export default async function IntegrationsPage({ params }: ProjectPage) {
  const projectId = readId((await params).projectId);
  const [t, { can }, integrations, { templates }, keys] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(listIntegrations, { projectId }),
    load(listTemplateNames, { projectId }),
    load(listKeys, { projectId }),
  ]);
  const mayManage = can("manageResources");
  return (
    <ScreenTexts of="integrations">
      <PageHeader title={t("integrations")} />
      <PageBody>
        {mayManage ? <AliasBlock projectId={projectId} integrationId={null} /> : <ManagersOnly />}
        <IntegrationTable
          projectId={projectId}
          integrations={integrations}
          templates={templates.map(toChoice)}
          keys={keys.map(({ id, name, type }) => ({ id, name, type }))}
          mayCreate={mayManage}
          mayEdit={mayManage && can("updateProject")}
        />
        <DeliveryInbox projectId={projectId} integrationId={null} mayManage={mayManage} />
      </PageBody>
    </ScreenTexts>
  );
}
