import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { stateVersions } from "@/db/schema/state-versions";
import { stateWorkspaces } from "@/db/schema/states";
import type { KeptOutput } from "@/lib/state/rules/outputs";

type Place = { id: number; workspace: string; version: number | null };

/** The outputs of one version, sensitive ones without their values; none when it is not kept any more. */
export async function outputsOf(db: Db, { id, workspace, version }: Place): Promise<KeptOutput[]> {
  if (version === null) return [];
  const [row] = await db
    .select({ outputs: stateVersions.outputs })
    .from(stateVersions)
    .innerJoin(stateWorkspaces, eq(stateWorkspaces.id, stateVersions.workspace_id))
    .where(
      and(eq(stateWorkspaces.state_id, id), eq(stateWorkspaces.name, workspace), eq(stateVersions.number, version)),
    );
  return row?.outputs ?? [];
}
