import { z } from "zod";
import { DEFAULT_STACK } from "@/lib/protocol/state";
import { State, Version } from "@/lib/state/schema";
import type { Api } from "../api/api";
import { oneProject, pick } from "../api/find";
import { CommandProblem } from "../problem";

/** Options shared by the commands for one state. */
export const OF_STATE = { project: { type: "string" }, workspace: { type: "string" } } as const;
export const OF_STATE_HELP = `  --project <project>   its name or number; needed unless you have but one
  --workspace <name>    the workspace or stack; needed unless the state has but one`;

export type Place = { projectId: number; stateId: number; name: string; workspace: string; workspaces: string[] };

export async function listStates(api: Api, project: string | undefined): Promise<State[]> {
  const { id: projectId } = await oneProject(api, project);
  return api.read("GET /project/:projectId/states", { params: { projectId } }, z.array(State));
}

/** The workspace of the state with that name or number. */
export async function findPlace(
  api: Api,
  wanted: string,
  { project, workspace }: { project?: string; workspace?: string },
): Promise<Place> {
  const states = await listStates(api, project);
  const labels = states.map(({ id, name }) => `${name} (${id})`);
  const state = pick(states, wanted, "state", labels);
  const names = state.workspaces.map(({ name }) => name);
  const only = names.length === 1 ? names[0] : undefined;
  const first = state.kind === "pulumi" ? DEFAULT_STACK : "default";
  const chosen = workspace ?? only ?? (names.length === 0 ? first : undefined);
  if (chosen === undefined) throw new CommandProblem(`Name the workspace with --workspace: ${names.join(", ")}`);
  return { projectId: state.project_id, stateId: state.id, name: state.name, workspace: chosen, workspaces: names };
}

/** For what a workspace that is not there yet is no use to. */
export function requireWorkspace({ name, workspace, workspaces }: Place): void {
  if (workspaces.includes(workspace)) return;
  throw new CommandProblem(
    workspaces.length > 0
      ? `${name} has no workspace ${workspace}. Available: ${workspaces.join(", ")}`
      : `${name} holds nothing yet`,
  );
}

/** Newest first; `before` is the id the page ends under. */
export const listVersions = (
  api: Api,
  { projectId, stateId, workspace }: Place,
  page: { limit: number; before?: number },
): Promise<Version[]> =>
  api.read(
    "GET /project/:projectId/states/:stateId/versions",
    { params: { projectId, stateId }, query: { workspace, ...page } },
    z.array(Version),
  );

const MOST_VERSIONS = 200;

async function searchVersions(
  api: Api,
  place: Place,
  fits: (version: Version) => boolean,
): Promise<Version | undefined> {
  let before: number | undefined;
  do {
    const page = await listVersions(api, place, { limit: MOST_VERSIONS, before });
    const found = page.find(fits);
    if (found) return found;
    before = page.at(-1)?.id;
  } while (before !== undefined);
  return undefined;
}

/** Undefined: nothing is kept. */
export const findNewest = (api: Api, place: Place): Promise<Version | undefined> =>
  searchVersions(api, place, ({ newest }) => newest);

/** The version of that number, or the newest one. */
export async function findVersion(api: Api, place: Place, number: string | undefined): Promise<Version> {
  requireWorkspace(place);
  const found =
    number === undefined
      ? await findNewest(api, place)
      : await searchVersions(api, place, (version) => String(version.number) === number);
  if (found) return found;
  throw new CommandProblem(
    number === undefined
      ? `${place.name} keeps nothing in ${place.workspace}`
      : `${place.name} has no version ${number} in ${place.workspace}`,
  );
}
