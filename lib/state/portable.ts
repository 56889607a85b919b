import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "@/db/client";
import { stateVersions } from "@/db/schema/state-versions";
import { states, stateWorkspaces } from "@/db/schema/states";
import { templates } from "@/db/schema/templates";
import { found, invalid } from "@/lib/operation/errors";
import { MAX_STATE_BYTES, StateKind, VersionCause } from "@/lib/protocol/state";
import { openCompressed, readWritten, type Written } from "@/lib/state/content";
import { hideOutputs } from "@/lib/state/rules/outputs";
import { isWorkspaceName } from "@/lib/state/rules/workspace";
import { insertState } from "@/lib/state/store";
import { storeVersion } from "@/lib/state/versions";
import { ensureWorkspace, openPassphrase, sealPassphrase } from "@/lib/state/workspaces";

const number = () => z.int32().min(1);

const PortableVersion = z.object({
  number: number(),
  cause: VersionCause,
  reason: z.string(),
  commit_hash: z.string().nullable(),
  offered: z.boolean(),
  decided_at: z.iso.datetime({ offset: true }).nullable().default(null),
  created: z.iso.datetime({ offset: true }),
  /** Those without a value are secret, whatever the text says of them. */
  outputs: z.array(z.object({ name: z.string(), value: z.unknown().optional() })).default([]),
  /** The text as the tool wrote it, compressed, in base64. */
  content: z.string(),
});
type PortableVersion = z.output<typeof PortableVersion>;

const PortableWorkspace = z
  .object({
    name: z.string().refine(isWorkspaceName),
    newest: number().nullable(),
    last_number: z.int32().min(0),
    passphrase: z.string().nullable(),
    versions: z.array(PortableVersion),
  })
  .refine(({ newest, versions }) => newest === null || versions.some((version) => version.number === newest))
  .refine(({ last_number, versions }) => versions.every((version) => version.number <= last_number));
type PortableWorkspace = z.output<typeof PortableWorkspace>;

/** A state in plaintext, without ids: it must leave the server only when encrypted with a passphrase. */
export const PortableState = z.object({
  name: z.string().min(1).max(255),
  kind: StateKind,
  workspaces: z.array(PortableWorkspace),
});
export type PortableState = z.output<typeof PortableState>;

/** Which versions to include: the newest one of each workspace, or all. */
export type Which = "newest" | "all";

const isWanted = (which: Which) => (which === "all" ? undefined : eq(stateVersions.number, stateWorkspaces.newest));

/** A state that was never used is empty: its template's code declares its own backend. */
const isKept = (projectId: number) => and(eq(states.project_id, projectId), isNotNull(states.used_at));

/** The size of these versions as stored, and uncompressed. */
export async function sizeOf(db: Db, projectId: number, which: Which): Promise<{ stored: number; unpacked: number }> {
  const [row] = await db
    .select({
      stored: sql<number>`coalesce(sum(octet_length(${stateVersions.content})), 0)::float8`,
      unpacked: sql<number>`coalesce(sum(${stateVersions.size}), 0)::float8`,
    })
    .from(stateVersions)
    .innerJoin(stateWorkspaces, eq(stateWorkspaces.id, stateVersions.workspace_id))
    .innerJoin(states, eq(states.id, stateWorkspaces.state_id))
    .where(and(isKept(projectId), isWanted(which)));
  return found(row);
}

/** Every used state of the project, with its id. */
export async function readPortable(
  db: Db,
  projectId: number,
  which: Which,
): Promise<{ id: number; state: PortableState }[]> {
  const rows = await db.select().from(states).where(isKept(projectId)).orderBy(asc(states.name), asc(states.id));
  const portable: { id: number; state: PortableState }[] = [];
  for (const { id, name, kind } of rows)
    portable.push({ id, state: { name, kind, workspaces: await readWorkspaces(db, id, which) } });
  return portable;
}

async function readWorkspaces(db: Db, stateId: number, which: Which): Promise<PortableWorkspace[]> {
  const rows = await db
    .select({ workspace: stateWorkspaces, version: stateVersions })
    .from(stateWorkspaces)
    .leftJoin(stateVersions, and(eq(stateVersions.workspace_id, stateWorkspaces.id), isWanted(which)))
    .where(eq(stateWorkspaces.state_id, stateId))
    .orderBy(asc(stateWorkspaces.name), asc(stateVersions.number));
  const read = new Map<number, PortableWorkspace>();
  for (const { workspace, version } of rows) {
    const { id, name, newest, last_number } = workspace;
    const entry = read.get(id) ?? { name, newest, last_number, passphrase: openPassphrase(workspace), versions: [] };
    read.set(id, entry);
    if (version) entry.versions.push({ ...version, content: openCompressed(version).toString("base64") });
  }
  return [...read.values()];
}

type Restored = { versions: number; bytes: number };

/**
 * Stores the state in the project and links the templates to it. Version numbers, causes and times are kept, tasks and users
 * are not. Fails if a version is not a valid state, or if all versions together exceed `maxBytes`.
 */
export async function insertPortable(
  tx: Db,
  projectId: number,
  { name, kind, workspaces }: PortableState,
  { templateIds, maxBytes }: { templateIds: number[]; maxBytes: number },
): Promise<Restored> {
  const stateId = await insertState(tx, projectId, { name, kind });
  const sum: Restored = { versions: 0, bytes: 0 };
  for (const { versions, ...workspace } of workspaces) {
    const { id } = await ensureWorkspace(tx, stateId, workspace.name);
    for (const version of versions) {
      const written = await unpack(kind, version, maxBytes - sum.bytes);
      const { number: at, cause, reason, commit_hash, offered, decided_at, created } = version;
      const hidden = version.outputs.filter(({ value }) => value === undefined).map(({ name }) => name);
      const outputs = hideOutputs(written.outputs, ({ name }) => hidden.includes(name));
      const fields = { cause, reason, commit_hash, offered, decided_at, created };
      await storeVersion(tx, id, { ...written, outputs }, at, fields);
      sum.versions++;
      sum.bytes += written.bytes.byteLength;
    }
    const passphrase = workspace.passphrase === null ? null : sealPassphrase(workspace.passphrase, id);
    await tx
      .update(stateWorkspaces)
      .set({ ...workspace, passphrase })
      .where(eq(stateWorkspaces.id, id));
  }
  await tx.update(templates).set({ state_id: stateId }).where(inArray(templates.id, templateIds));
  return sum;
}

async function unpack(kind: StateKind, { content }: PortableVersion, room: number): Promise<Written> {
  const maxOutputLength = Math.max(1, Math.min(room, MAX_STATE_BYTES));
  const bytes = await promisify(gunzip)(Buffer.from(content, "base64"), { maxOutputLength }).catch((): never => {
    throw invalid("content", "stateUnreadable");
  });
  return readWritten(kind, bytes);
}
