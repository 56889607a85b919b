import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { nextIds } from "@/db/insert-rows";
import { onlyRow } from "@/db/only-row";
import { stateVersions, UNKNOWN_COUNT } from "@/db/schema/state-versions";
import { stateWorkspaces } from "@/db/schema/states";
import { AppError, found } from "@/lib/operation/errors";
import type { StateKind } from "@/lib/protocol/state";
import { UndecryptableError } from "@/lib/secret/seal";
import { openContent, sealContent, type Written } from "@/lib/state/content";
import { sequelTo } from "@/lib/state/rules/follow";
import { hideOutputs, type KeptOutput } from "@/lib/state/rules/outputs";
import { countManaged } from "@/lib/state/rules/parts";
import { readState } from "@/lib/state/rules/read-state";
import {
  headColumns,
  newestHead,
  noteUse,
  type VersionHead,
  type VersionRow,
  type WorkspaceRow,
} from "@/lib/state/workspaces";

/** Who brings a version, and why. */
export type Origin = Pick<VersionRow, "cause"> &
  Partial<Pick<VersionRow, "reason" | "task_id" | "user_id" | "commit_hash">>;

/**
 * Makes the text the newest version of the workspace, which the caller has locked. Null: it is that already, so a write may
 * be repeated. Throws when it belongs to another lineage, or was made without knowledge of the newest version.
 */
export async function addVersion(
  tx: Db,
  workspace: WorkspaceRow,
  written: Written,
  origin: Origin,
): Promise<VersionHead | null> {
  const newest = await newestHead(tx, workspace);
  const sequel = sequelTo(newest, placeOf(written));
  if (sequel === "same") return null;
  if (sequel !== "next") {
    const key = sequel === "older" ? "stateOlder" : "stateOtherLineage";
    const params = { serial: written.facts.serial ?? 0, newest: newest?.serial ?? 0 };
    throw new AppError("conflict", { key, params });
  }
  const version = await insertVersion(tx, workspace, written, origin);
  await tx.update(stateWorkspaces).set({ newest: version.number }).where(eq(stateWorkspaces.id, workspace.id));
  return version;
}

/** Keeps the text without making it the newest. Null: it is kept already. */
export async function offerVersion(
  tx: Db,
  workspace: WorkspaceRow,
  written: Written,
  origin: Origin,
): Promise<VersionHead | null> {
  const [kept] = await tx
    .select({ id: stateVersions.id })
    .from(stateVersions)
    .where(and(eq(stateVersions.workspace_id, workspace.id), eq(stateVersions.checksum, written.checksum)))
    .limit(1);
  return kept ? null : insertVersion(tx, workspace, written, { ...origin, offered: true });
}

export const placeOf = ({ facts: { serial, lineage }, checksum }: Written) => ({ serial, lineage, checksum });

/** Whether or not it follows on the newest version. */
export async function insertVersion(
  tx: Db,
  workspace: WorkspaceRow,
  written: Written,
  origin: Origin & { offered?: true },
): Promise<VersionHead> {
  const outputs = await hiddenAsBefore(tx, workspace, written);
  const [numbered] = await tx
    .update(stateWorkspaces)
    .set({ last_number: sql`${stateWorkspaces.last_number} + 1` })
    .where(eq(stateWorkspaces.id, workspace.id))
    .returning({ number: stateWorkspaces.last_number });
  const { number } = found(numbered);
  const row = await storeVersion(tx, workspace.id, { ...written, outputs }, number, { offered: false, ...origin });
  await noteUse(tx, workspace.state_id);
  return row;
}

/**
 * The outputs, without the values that were hidden before and have not changed. They may hold a secret of an earlier run,
 * which nobody else knows.
 */
async function hiddenAsBefore(tx: Db, workspace: WorkspaceRow, { kind, outputs }: Written): Promise<KeptOutput[]> {
  if (outputs.every(({ sensitive }) => sensitive)) return outputs;
  const last = (await newestHead(tx, workspace)) ?? (await lastHead(tx, workspace));
  const hidden = new Set(last?.outputs.filter(({ sensitive }) => sensitive).map(({ name }) => name));
  if (!last || !outputs.some(({ name, sensitive }) => !sensitive && hidden.has(name))) return outputs;
  const [version] = await tx.select().from(stateVersions).where(eq(stateVersions.id, last.id));
  const values = await plainValues(kind, found(version));
  // Without the key to the version before, nobody can say which have changed.
  return hideOutputs(
    outputs,
    ({ name, value }) => hidden.has(name) && (values === null || values.get(name) === JSON.stringify(value)),
  );
}

/** The values that the tool calls no secrets, as JSON. Null: they can't be decrypted any more. */
async function plainValues(kind: StateKind, version: VersionRow): Promise<Map<string, string> | null> {
  try {
    const { outputs } = readState(kind, (await openContent(version)).toString("utf8"));
    const plain = outputs.filter(({ sensitive }) => !sensitive);
    return new Map(plain.map(({ name, value }) => [name, JSON.stringify(value)]));
  } catch (error) {
    if (error instanceof UndecryptableError) return null;
    throw error;
  }
}

/** Of what a workspace without a newest version has: the one that was it last, or else the one offered last. */
async function lastHead(tx: Db, { id }: WorkspaceRow): Promise<VersionHead | null> {
  const [row] = await tx
    .select(headColumns)
    .from(stateVersions)
    .where(eq(stateVersions.workspace_id, id))
    .orderBy(asc(stateVersions.offered), desc(stateVersions.number))
    .limit(1);
  return row ?? null;
}

type Fields = Origin & Pick<VersionRow, "offered"> & Partial<Pick<VersionRow, "decided_at" | "created">>;

/** Inserts the row under a given number, without updating the workspace. */
export async function storeVersion(
  tx: Db,
  workspaceId: number,
  written: Written,
  number: number,
  fields: Fields,
): Promise<VersionHead> {
  const { facts, checksum, bytes, outputs } = written;
  const id = onlyRow(await nextIds(tx, stateVersions, 1));
  const [row] = await tx
    .insert(stateVersions)
    .overridingSystemValue()
    .values({
      id,
      workspace_id: workspaceId,
      number,
      serial: facts.serial,
      lineage: facts.lineage,
      checksum,
      size: bytes.byteLength,
      content: sealContent(written, id),
      tool_version: facts.tool_version,
      resources: countManaged(facts) ?? UNKNOWN_COUNT,
      outputs,
      ...fields,
      task_number: fields.task_id ?? null,
    })
    .returning(headColumns);
  return found(row);
}
