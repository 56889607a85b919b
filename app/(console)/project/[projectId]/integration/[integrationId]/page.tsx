import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { AliasBlock } from "@/components/integration/alias-block";
import { DeliveryInbox } from "@/components/integration/delivery/delivery-inbox";
import { EditButton } from "@/components/integration/edit-button";
import { GlobalAlias } from "@/components/integration/global-alias";
import { IntegrationFacts } from "@/components/integration/integration-facts";
import { toChoice } from "@/components/integration/integration-form-schema";
import { ManagersOnly } from "@/components/integration/managers-only";
import { PartLists } from "@/components/integration/part/part-lists";
import { MoreTexts } from "@/components/language/more-texts";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { getIntegration, listMatchers, listValues } from "@/lib/integration/read-operations";
import { listKeys } from "@/lib/key/operations";
import { load } from "@/lib/operation/load";
import { listTemplateNames } from "@/lib/template/operations";

type IntegrationPage = { params: Promise<{ projectId: string; integrationId: string }> };

const readParams = async ({ params }: IntegrationPage) => {
  const { projectId, integrationId } = await params;
  return { projectId: readId(projectId), integrationId: readId(integrationId) };
};

export async function generateMetadata(page: IntegrationPage) {
  return { title: (await load(getIntegration, await readParams(page))).name };
}

export default async function IntegrationPage(page: IntegrationPage) {
  const params = await readParams(page);
  const { projectId } = params;
  const [t, { can }, integration, values, matchers, { templates }, keys] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(getIntegration, params),
    load(listValues, params),
    load(listMatchers, params),
    load(listTemplateNames, { projectId }),
    load(listKeys, { projectId }),
  ]);
  const mayManage = can("manageResources");
  const mayEdit = mayManage && can("updateProject");
  const crumbs = [{ label: t("integrations"), href: `/project/${projectId}/integrations` }];
  const edit = <EditButton {...{ projectId, integration }} templates={templates.map(toChoice)} keys={keys} />;
  const globalAlias = <GlobalAlias {...{ projectId, integration, mayEdit }} />;
  return (
    <MoreTexts>
      <PageHeader title={integration.name} crumbs={crumbs} actions={mayEdit && edit} />
      <PageBody>
        <IntegrationFacts {...{ integration, templates }} />
        {mayManage && <AliasBlock {...params}>{globalAlias}</AliasBlock>}
        {mayManage ? <PartLists {...params} {...{ values, matchers, mayEdit }} /> : <ManagersOnly />}
        <DeliveryInbox {...params} mayManage={mayManage} />
      </PageBody>
    </MoreTexts>
  );
}
