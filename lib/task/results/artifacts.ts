import { createHash } from "node:crypto";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { artifactParts, taskArtifacts } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { found, foundParts, invalid } from "@/lib/operation/errors";
import { type ArtifactReply, type ArtifactRequest, MAX_ARTIFACTS } from "@/lib/protocol/artifacts";
import { settings } from "@/lib/settings/settings";
import { lockAttempt } from "@/lib/task/attempt/open-attempts";
import { noteResult } from "@/lib/task/results";
import { isTaskOf, type TaskRow } from "@/lib/task/transition";

type Part = z.output<typeof ArtifactRequest>;
type Reply = z.output<typeof ArtifactReply>;
type Artifact = typeof taskArtifacts.$inferSelect;
/** `task`: it has its first artifact, which is to be announced. */
export type StoredPart = Reply & { task: TaskRow | null };

/**
 * Stores a part of a file of an attempt that goes on. The attempt is locked, so its parts arrive one after the other; a
 * part that is there already, or beyond the end of what is there, is answered with where to go on. Null: the whole file is
 * not the one announced, such as one that changed while its runner read it, and is forgotten.
 */
export async function storePart(tx: Db, runnerId: number, taskId: number, part: Part): Promise<StoredPart | null> {
  await lockAttempt(tx, runnerId, taskId, part.attempt);
  const known = await knownArtifact(tx, taskId, part);
  const artifact = known ?? (await newArtifact(tx, taskId, part));
  if ("refused" in artifact) return { ...artifact, next_offset: 0, task: null };
  const content = Buffer.from(part.content, "base64");
  const fits = part.offset === artifact.stored && content.length <= artifact.size - artifact.stored;
  const stored = fits ? artifact.stored + content.length : artifact.stored;
  if (fits && content.length > 0) {
    await tx.insert(artifactParts).values({ artifact_id: artifact.id, first_byte: part.offset, content });
    await tx.update(taskArtifacts).set({ stored }).where(eq(taskArtifacts.id, artifact.id));
  }
  if (fits && stored === artifact.size && !(await isAsAnnounced(tx, artifact))) {
    // Nothing of it has been kept: the transaction takes it back.
    if (!known) throw checksumDiffers();
    await forget(tx, artifact);
    return null;
  }
  const task = stored === artifact.size ? await noteResult(tx, taskId, "artifacts") : null;
  return { next_offset: stored, refused: null, task };
}

export const checksumDiffers = () => invalid("checksum", "checksumDiffers");

async function isAsAnnounced(tx: Db, { id, checksum }: Artifact): Promise<boolean> {
  const hash = createHash("sha256");
  for await (const part of artifactContent(tx, id)) hash.update(part);
  return hash.digest("hex") === checksum;
}

/** With its parts; it counts no more against the limits. */
const forget = (tx: Db, { id }: Artifact) => tx.delete(taskArtifacts).where(eq(taskArtifacts.id, id));

/** A file whose content has changed since is forgotten. */
async function knownArtifact(tx: Db, taskId: number, { path, size, checksum }: Part): Promise<Artifact | null> {
  const isFile = and(eq(taskArtifacts.task_id, taskId), eq(taskArtifacts.path, path));
  const [known] = await tx.select().from(taskArtifacts).where(isFile);
  if (!known || (known.checksum === checksum && known.size === size)) return known ?? null;
  await forget(tx, known);
  return null;
}

async function newArtifact(tx: Db, taskId: number, part: Part): Promise<Artifact | Pick<Reply, "refused">> {
  const [task] = await tx.select({ project_id: tasks.project_id }).from(tasks).where(eq(tasks.id, taskId));
  const { project_id } = found(task);
  const refused = await limitReached(tx, taskId, project_id, part.size);
  if (refused) return { refused };
  const { path, size, checksum } = part;
  const [row] = await tx
    .insert(taskArtifacts)
    .values({ task_id: taskId, project_id, path, size, checksum })
    .returning();
  return found(row);
}

/** Null: it may be kept. Sizes count from the first part on, so that tasks of a project cannot go beyond it together. */
async function limitReached(tx: Db, taskId: number, projectId: number, size: number): Promise<Reply["refused"]> {
  const { file, task, project } = settings().artifactBytes;
  if (size > file) return { limit: "file", most: file };
  // Until the transaction ends, no other task of the project adds a file.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('artifacts'), ${projectId})`);
  const bytes = sql<number>`coalesce(sum(${taskArtifacts.size}), 0)::float8`;
  const [ofTask] = await tx
    .select({ bytes, count: sql<number>`count(*)::int` })
    .from(taskArtifacts)
    .where(eq(taskArtifacts.task_id, taskId));
  if (found(ofTask).count >= MAX_ARTIFACTS) return { limit: "count", most: MAX_ARTIFACTS };
  if (found(ofTask).bytes + size > task) return { limit: "task", most: task };
  const [ofProject] = await tx.select({ bytes }).from(taskArtifacts).where(eq(taskArtifacts.project_id, projectId));
  return found(ofProject).bytes + size > project ? { limit: "project", most: project } : null;
}

const isWhole = sql`${taskArtifacts.stored} = ${taskArtifacts.size}`;

/** Those that have arrived whole, of a task of the project. */
export async function listArtifacts(db: Db, projectId: number, taskId: number) {
  const { id, path, size } = taskArtifacts;
  const rows = await db
    .select({ part: { id, path, size } })
    .from(tasks)
    .leftJoin(taskArtifacts, and(eq(taskArtifacts.task_id, tasks.id), isWhole))
    .where(isTaskOf(projectId, taskId))
    .orderBy(asc(path));
  return foundParts(rows);
}

export async function findArtifact(db: Db, taskId: number, artifactId: number): Promise<Artifact> {
  const isArtifact = and(eq(taskArtifacts.task_id, taskId), eq(taskArtifacts.id, artifactId), isWhole);
  const [row] = await db.select().from(taskArtifacts).where(isArtifact);
  return found(row);
}

/** Reads on as the caller consumes it, a part at a time. */
export async function* artifactContent(db: Db, artifactId: number): AsyncGenerator<Buffer> {
  for (let after = -1; ; ) {
    const [part] = await db
      .select()
      .from(artifactParts)
      .where(and(eq(artifactParts.artifact_id, artifactId), gt(artifactParts.first_byte, after)))
      .orderBy(asc(artifactParts.first_byte))
      .limit(1);
    if (!part) return;
    yield part.content;
    after = part.first_byte;
  }
}
