import { and, asc, desc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { accessKeys } from "@/db/schema/access-keys";
import { inventories } from "@/db/schema/inventories";
import { repositories } from "@/db/schema/repositories";
import { inNaturalOrder } from "@/lib/operation/natural-order";
import type { Refs } from "@/lib/operation/refs";
import { refsOf } from "@/lib/project/uses";
import type { Repository, RepositoryInput, RepositoryQuery } from "@/lib/repository/schema";

const columns = {
  id: repositories.id,
  name: repositories.name,
  project_id: repositories.project_id,
  git_url: repositories.git_url,
  git_branch: repositories.git_branch,
  ssh_key_id: repositories.ssh_key_id,
};

const SORT_COLUMNS = { name: repositories.name, git_url: repositories.git_url, ssh_key: accessKeys.name };

export async function listRepositories(
  db: Db,
  projectId: number,
  { sort, order }: RepositoryQuery,
): Promise<Repository[]> {
  const direction = order === "desc" ? desc : asc;
  const rows = await db
    .select(columns)
    .from(repositories)
    .innerJoin(accessKeys, eq(accessKeys.id, repositories.ssh_key_id))
    .where(eq(repositories.project_id, projectId))
    .orderBy(direction(SORT_COLUMNS[sort]), asc(repositories.id));
  return sort === "name" ? inNaturalOrder(rows, order) : rows;
}

export async function getRepository(db: Db, projectId: number, repositoryId: number): Promise<Repository | null> {
  const [row] = await db.select(columns).from(repositories).where(isRepository(projectId, repositoryId));
  return row ?? null;
}

type Values = Omit<RepositoryInput, "id" | "project_id">;

export async function insertRepository(db: Db, projectId: number, input: Values): Promise<Repository> {
  return onlyRow(
    await db
      .insert(repositories)
      .values({ ...valuesOf(input), project_id: projectId })
      .returning(columns),
  );
}

/** Returns the id, or null if the project has no such repository. */
export async function updateRepository(
  db: Db,
  projectId: number,
  repositoryId: number,
  input: Values,
): Promise<number | null> {
  const [row] = await db
    .update(repositories)
    .set(valuesOf(input))
    .where(isRepository(projectId, repositoryId))
    .returning({ id: repositories.id });
  return row?.id ?? null;
}

/** Returns the deleted repository's URL, or null if there was none. Clears it from inventories stored in it. */
export async function deleteRepository(db: Db, projectId: number, repositoryId: number) {
  // Before its inventories, as one that is saved with it.
  await db
    .select({ id: repositories.id })
    .from(repositories)
    .where(isRepository(projectId, repositoryId))
    .for("update");
  await db
    .update(inventories)
    .set({ repository_id: null })
    .where(and(eq(inventories.project_id, projectId), eq(inventories.repository_id, repositoryId)));
  const [row] = await db
    .delete(repositories)
    .where(isRepository(projectId, repositoryId))
    .returning({ name: repositories.name, git_url: repositories.git_url });
  return row ?? null;
}

export const repositoryRefs = (db: Db, projectId: number, repositoryId: number): Promise<Refs> =>
  refsOf(db, "repository", projectId, repositoryId);

const isRepository = (projectId: number, repositoryId: number) =>
  and(eq(repositories.project_id, projectId), eq(repositories.id, repositoryId));

const valuesOf = ({ name, git_url, git_branch, ssh_key_id }: Values) => ({ name, git_url, git_branch, ssh_key_id });
