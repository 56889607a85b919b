import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { WorkspaceScreen } from "@/app/(console)/project/[projectId]/states/[stateId]/workspace-screen";
import { AppIcon } from "@/components/app/app-icon";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { ManageState } from "@/components/state/manage/manage-state";
import { StateOverview } from "@/components/state/state-overview";
import { stateHref } from "@/components/state/state-summary";
import { TokenSection } from "@/components/state/token/token-section";
import { WorkspaceTabs } from "@/components/state/workspace-tabs";
import { load } from "@/lib/operation/load";
import { DEFAULT_STACK, DEFAULT_WORKSPACE } from "@/lib/protocol/state";
import { getState, listStateTokens } from "@/lib/state/operations";
import type { State } from "@/lib/state/schema";
import { getInfo } from "@/lib/user/operations";

type StateScreenProps = {
  projectId: number;
  stateId: number;
  /** The workspace to show. */
  asked: string | undefined;
  /** Lists the versions below this id. */
  before: number | undefined;
};

/** One state: its workspaces with their versions, and its tokens. */
export async function StateScreen({ projectId, stateId, asked, before }: StateScreenProps) {
  const [t, { can }, state, info] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(getState, { projectId, stateId }),
    load(getInfo, {}),
  ]);
  const mayManage = can("manageResources");
  const tokens = mayManage ? await load(listStateTokens, { projectId, stateId }) : null;
  const workspace = chosenOf(state, asked);
  const name = workspace?.name ?? (state.kind === "pulumi" ? DEFAULT_STACK : DEFAULT_WORKSPACE);
  return (
    <>
      <PageHeader
        title={state.name}
        crumbs={[{ label: t("states"), href: `/project/${projectId}/states` }]}
        icon={<AppIcon app={state.kind} />}
        actions={mayManage && <ManageState state={state} workspace={name} />}
      />
      {state.workspaces.length > 1 && (
        <WorkspaceTabs
          current={name}
          workspaces={state.workspaces}
          href={(to) => stateHref(projectId, stateId, { workspace: to })}
        />
      )}
      <PageBody>
        {workspace ? (
          <WorkspaceScreen {...{ state, workspace, before, mayManage }} />
        ) : (
          <StateOverview state={state} workspace={null} newest={null} mayManage={mayManage} />
        )}
        {tokens && <TokenSection {...{ state, tokens }} workspace={name} publicUrl={info.web_host} />}
      </PageBody>
    </>
  );
}

/** The requested workspace, else the one that changed last; null if the state has none. */
function chosenOf({ workspaces }: State, asked: string | undefined) {
  const newestFirst = workspaces.toSorted((a, b) => Date.parse(b.changed ?? "0") - Date.parse(a.changed ?? "0"));
  return workspaces.find(({ name }) => name === asked) ?? newestFirst[0] ?? null;
}
