import { OutputTable } from "@/components/state/output-table";
import { ResourceTable } from "@/components/state/resource-table";
import { StateOverview } from "@/components/state/state-overview";
import type { Workspace } from "@/components/state/state-summary";
import { stateHref } from "@/components/state/state-summary";
import { VersionList } from "@/components/state/version/version-list";
import { load } from "@/lib/operation/load";
import type { State } from "@/lib/state/schema";
import { getVersion, listVersions } from "@/lib/state/version-operations";

/** Versions per page. */
const AT_ONCE = 100;

type WorkspaceScreenProps = {
  state: State;
  workspace: Workspace;
  /** Lists the versions below this id. */
  before: number | undefined;
  mayManage: boolean;
};

/** One workspace of a state: its current content and its versions. */
export async function WorkspaceScreen({ state, workspace, before, mayManage }: WorkspaceScreenProps) {
  const params = { projectId: state.project_id, stateId: state.id };
  const { version_id: versionId, name } = workspace;
  const [newest, versions] = await Promise.all([
    versionId === null ? null : load(getVersion, { ...params, versionId }),
    load(listVersions, params, { workspace: name, before, limit: AT_ONCE }),
  ]);
  const last = versions.length === AT_ONCE ? versions.at(-1) : undefined;
  return (
    <>
      <StateOverview {...{ state, workspace, newest, mayManage }} />
      {newest && newest.resources !== null && (
        <>
          <ResourceTable {...params} version={newest} mayManage={mayManage} />
          <OutputTable {...params} version={newest} mayManage={mayManage} />
        </>
      )}
      <VersionList
        {...{ state, versions, mayManage }}
        locked={workspace.lock !== null}
        older={last ? stateHref(params.projectId, params.stateId, { workspace: name, before: last.id }) : null}
        newest={before ? stateHref(params.projectId, params.stateId, { workspace: name }) : null}
      />
    </>
  );
}
