import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { type HistorySearch, loadHistory } from "@/app/(console)/project/[projectId]/resource-history";
import { EditResource } from "@/components/resource/edit-resource";
import { ResourceDetails } from "@/components/resource/resource-details";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { getKey, getKeyRefs, listKeyFacts } from "@/lib/key/operations";
import { load } from "@/lib/operation/load";

type KeyPage = { params: Promise<{ projectId: string; keyId: string }>; searchParams: HistorySearch };

async function readParams({ params }: KeyPage) {
  const { projectId, keyId } = await params;
  return { projectId: readId(projectId), keyId: readId(keyId) };
}

export async function generateMetadata(page: KeyPage) {
  return { title: (await load(getKey, await readParams(page))).name };
}

export default async function KeyPage(page: KeyPage) {
  const params = await readParams(page);
  const { projectId } = params;
  const [t, { can }, item, refs, facts, history] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(getKey, params),
    load(getKeyRefs, params),
    load(listKeyFacts, { projectId }),
    loadHistory(projectId, "key", params.keyId, page.searchParams),
  ]);
  const edit = <EditResource projectId={projectId} request={{ kind: "key", item }} />;
  return (
    <>
      <PageHeader
        title={item.name}
        crumbs={[{ label: t("keys"), href: `/project/${projectId}/keys` }]}
        actions={can("manageResources") && edit}
      />
      <PageBody>
        <ResourceDetails
          projectId={projectId}
          resource={{ kind: "key", item, facts: facts.find(({ id }) => id === item.id) }}
          refs={refs}
          {...history}
        />
      </PageBody>
    </>
  );
}
