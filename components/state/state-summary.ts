import type { State, Version } from "@/lib/state/schema";

export type Workspace = State["workspaces"][number];

const sum = ({ workspaces }: State, of: (workspace: Workspace) => number | null): number =>
  workspaces.reduce((total, workspace) => total + (of(workspace) ?? 0), 0);

/** Its resources are unknown, although there is a version. */
export const isEncrypted = ({ version_id, resources }: Workspace): boolean => version_id !== null && resources === null;

/** Number of resources in the workspaces that are not encrypted; null if all are. */
export function resourceCount(state: State): number | null {
  const { workspaces } = state;
  return workspaces.length > 0 && workspaces.every(isEncrypted) ? null : sum(state, ({ resources }) => resources);
}

export const offeredCount = (state: State): number => sum(state, ({ offered }) => offered);

/** A person may still accept it. */
export const isUndecided = ({ offered, decided_at }: Version): boolean => offered && decided_at === null;

/** When any workspace last changed; null without a version. */
export const changedAt = ({ workspaces }: State): string | null =>
  workspaces.flatMap(({ changed }) => changed ?? []).toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null;

export const lockedWorkspaces = ({ workspaces }: State) =>
  workspaces.flatMap(({ name, lock }) => (lock ? [{ name, lock }] : []));

type Place = { workspace?: string; before?: number };

/** Links to a state's page, showing one workspace; `before`: its versions below this id. */
export function stateHref(projectId: number, stateId: number, { workspace, before }: Place = {}): string {
  const query = new URLSearchParams({
    ...(workspace !== undefined && { workspace }),
    ...(before !== undefined && { before: String(before) }),
  });
  return `/project/${projectId}/states/${stateId}${query.size > 0 ? `?${query}` : ""}`;
}
