import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskComparisons } from "@/db/schema/task-results";
import type { Job, KeySecret } from "@/lib/protocol/job";
import { digestSecret, isDigestOf } from "@/lib/secret/digest";

/**
 * Remembers which secrets a task is given, so that others can tell whether they changed. A later phase adds its own to those
 * that the task was given first.
 */
export async function keepDigests(db: Db, job: Job): Promise<void> {
  const given = secretsOf(job);
  if (given.length === 0) return;
  const secrets = Object.fromEntries(given.map(([name, text]) => [name, digestSecret(text, placeOf(job, name))]));
  await db
    .insert(taskComparisons)
    .values({ task_id: job.task_id, secrets })
    .onConflictDoUpdate({
      target: taskComparisons.task_id,
      set: { secrets: sql`excluded.secrets || coalesce(${taskComparisons.secrets}, '{}')` },
    });
}

/** Whether the job still has every secret that its task was given. */
export async function hasAllGiven(db: Db, job: Job): Promise<boolean> {
  const [row] = await db
    .select({ given: taskComparisons.secrets })
    .from(taskComparisons)
    .where(eq(taskComparisons.task_id, job.task_id));
  const now = new Map(secretsOf(job));
  return Object.entries(row?.given ?? {}).every(([name, digest]) => {
    const text = now.get(name);
    return text !== undefined && isDigestOf(digest, text, placeOf(job, name));
  });
}

const placeOf = ({ project_id }: Job, name: string): string => `projects/${project_id}/${name}`;

/** Each after its kind, which lib/task/compare/field-changes.ts gives a section. */
function secretsOf({ secret_vars, secret_env, untrusted_vars, repository, inventory, vaults }: Job) {
  const answers = new Set(untrusted_vars);
  const kindOf = (name: string) => (answers.has(name) ? "answer" : "variable");
  const keys: [string, KeySecret | null | undefined][] = [
    ["repository:key", repository.key],
    ["inventory:key", inventory?.key],
    ["inventory:become_key", inventory?.become_key],
    ["inventory:repository_key", inventory?.repository?.key],
  ];
  return [
    ...Object.entries(secret_vars).map(([name, text]) => [`${kindOf(name)}:${name}`, text] as const),
    ...Object.entries(secret_env).map(([name, text]) => [`variable:$${name}`, text] as const),
    ...keys.flatMap(([name, key]) => (key && key.type !== "none" ? [[name, JSON.stringify(key)] as const] : [])),
    ...vaults.filter(({ script }) => !script).map(({ name, password }) => [`vault:${name}`, password] as const),
  ];
}
