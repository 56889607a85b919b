import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import type { loadHistory } from "@/app/(console)/project/[projectId]/resource-history";
import type { FormRequest } from "@/components/create/create-context";
import type { Refs } from "@/components/dialog/refs";
import { ScreenTexts } from "@/components/language/screen-texts";
import { EditResource } from "@/components/resource/edit-resource";
import { ResourceDetails } from "@/components/resource/resource-details";
import type { Resource } from "@/components/resource/use-tiles";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";

type ResourceScreenProps = {
  projectId: number;
  resource: Resource;
  refs: Refs;
  history: Awaited<ReturnType<typeof loadHistory>>;
  /** The form that changes it. */
  edit: FormRequest;
};

/** Where the lists of resources are; the menu calls them the same. */
const LISTS = {
  key: "keys",
  repository: "repositories",
  inventory: "inventory",
  environment: "environment",
} as const;

/** A resource: its facts, what uses it, and its history. */
export async function ResourceScreen({ projectId, resource, refs, history, edit }: ResourceScreenProps) {
  const [t, { can }] = await Promise.all([getTranslations("shell.nav"), projectAccess(projectId)]);
  const list = LISTS[resource.kind];
  return (
    <ScreenTexts of="resource">
      <PageHeader
        title={resource.item.name}
        crumbs={[{ label: t(list), href: `/project/${projectId}/${list}` }]}
        actions={can("manageResources") && <EditResource projectId={projectId} request={edit} />}
      />
      <PageBody>
        <ResourceDetails {...{ projectId, resource, refs }} {...history} />
      </PageBody>
    </ScreenTexts>
  );
}
