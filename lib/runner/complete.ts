import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { projects } from "@/db/schema/projects";
import { invalid } from "@/lib/operation/errors";
import type { Runner, RunnerInput } from "@/lib/runner/schema";

/** Settings of a runner that an administrator controls. */
export type RunnerValues = Pick<
  Runner,
  "project_id" | "name" | "webhook" | "max_parallel_tasks" | "active" | "tags" | "tagged_only" | "project_ids"
>;

/**
 * The values to store. A client's omitted fields stay unchanged: an older client must not open a runner to work that
 * it was closed to.
 */
export async function completeRunner(
  db: Db,
  input: RunnerInput,
  before: Runner | null,
  project_id = before?.project_id ?? null,
): Promise<RunnerValues> {
  const { webhook, max_parallel_tasks, active } = input;
  const name = input.name || (before?.name ?? "");
  const tags = tagsOf(input, before);
  // A client that does not know the field can still remove the last tag.
  const tagged_only = input.tagged_only ?? (tags.length > 0 && (before?.tagged_only ?? true));
  if (tagged_only && tags.length === 0) throw invalid("tagged_only", "runnerTagRequired");
  const project_ids = await servedProjects(db, input, before, project_id);
  return { project_id, name, webhook, max_parallel_tasks, active, tags, tagged_only, project_ids };
}

/** A project's own runner gets no other's keys, whoever edits it. Clients of older versions send null. */
async function servedProjects(
  db: Db,
  { project_ids }: RunnerInput,
  before: Runner | null,
  ownerId: number | null,
): Promise<number[] | null> {
  if (ownerId !== null) {
    if (project_ids && project_ids.join() !== String(ownerId)) throw invalid("project_ids", "runnerProjectFixed");
    return [ownerId];
  }
  if (project_ids === undefined) return before?.project_ids ?? null;
  if (project_ids) await requireProjects(db, project_ids);
  return project_ids;
}

/**
 * Older clients know only the first tag, and send it back with everything else; one that changed only that in a whole
 * object replaces the first.
 */
function tagsOf({ tag, tags }: RunnerInput, before: Runner | null): string[] {
  if (tag === undefined || tag === before?.tag) return tags ?? before?.tags ?? [];
  const first = tag ? [tag] : [];
  if (!tags) return first;
  const isEcho = before !== null && String(tags) === String(before.tags);
  return isEcho ? [...new Set([...first, ...tags.slice(1)])] : tags;
}

async function requireProjects(db: Db, ids: number[]): Promise<void> {
  const known = await db.select({ id: projects.id }).from(projects).where(isOneOf(projects.id, ids));
  if (known.length < ids.length) throw invalid("project_ids", "projectMissing");
}
