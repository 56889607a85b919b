import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { onlyRow } from "@/db/only-row";
import { environmentSecrets } from "@/db/schema/environments";
import { SQLSTATE } from "@/db/sqlstate";
import type { SecretChange, SecretOperation } from "@/lib/environment/schema";
import { databaseCode, invalid } from "@/lib/operation/errors";
import { seal } from "@/lib/secret/seal";

/** Deletions first, so that a deleted name can be created again in the same request. */
const ORDER: SecretOperation[] = ["delete", "update", "create"];

/** Applies the changes to an environment's secrets; fails naming the one that is invalid. */
export async function changeSecrets(
  db: Db,
  projectId: number,
  environmentId: number,
  changes: SecretChange[],
): Promise<void> {
  await freeNames(db, projectId, environmentId, changes);
  for (const change of ORDER.flatMap((operation) => changes.filter((candidate) => candidate.operation === operation))) {
    try {
      await APPLY[change.operation](db, projectId, environmentId, change);
    } catch (error) {
      if (databaseCode(error) === SQLSTATE.uniqueViolation)
        throw invalid(`secrets.${change.index}.name`, "secretNameTaken");
      throw error;
    }
  }
}

/** Two secrets may swap their names: until they have the new ones, their ids, which are no names, stand for them. */
async function freeNames(db: Db, projectId: number, environmentId: number, changes: SecretChange[]): Promise<void> {
  const renamed = changes.flatMap(({ operation, id }) => (operation === "update" && id !== null ? [id] : []));
  if (renamed.length < 2) return;
  const { project_id, environment_id, id } = environmentSecrets;
  await db
    .update(environmentSecrets)
    .set({ name: sql`${id}::text` })
    .where(and(eq(project_id, projectId), eq(environment_id, environmentId), isOneOf(id, renamed)));
}

type Apply = (db: Db, projectId: number, environmentId: number, change: SecretChange) => Promise<void>;

const createSecret: Apply = async (db, projectId, environmentId, { type, name, secret }) => {
  const row = onlyRow(
    await db
      .insert(environmentSecrets)
      // The seal is bound to the row's id, which is not known yet.
      .values({ project_id: projectId, environment_id: environmentId, type, name, secret: seal("", placeOf(0)) })
      .returning({ id: environmentSecrets.id }),
  );
  await db
    .update(environmentSecrets)
    .set({ secret: seal(secret, placeOf(row.id)) })
    .where(eq(environmentSecrets.id, row.id));
};

/** A blank value keeps the stored one, so that a secret can be renamed. */
const updateSecret: Apply = async (db, projectId, environmentId, { id, type, name, secret, index }) => {
  const rows = await db
    .update(environmentSecrets)
    .set({ type, name, ...(secret === "" ? {} : { secret: seal(secret, placeOf(id ?? 0)) }) })
    .where(isSecret(projectId, environmentId, id))
    .returning({ id: environmentSecrets.id });
  if (rows.length === 0) throw invalid(`secrets.${index}.id`, "referenceMissing");
};

const deleteSecret: Apply = async (db, projectId, environmentId, { id, index }) => {
  const rows = await db
    .delete(environmentSecrets)
    .where(isSecret(projectId, environmentId, id))
    .returning({ id: environmentSecrets.id });
  if (rows.length === 0) throw invalid(`secrets.${index}.id`, "referenceMissing");
};

const APPLY: Record<SecretOperation, Apply> = { create: createSecret, update: updateSecret, delete: deleteSecret };

const isSecret = (projectId: number, environmentId: number, id: number | null) =>
  and(
    eq(environmentSecrets.project_id, projectId),
    eq(environmentSecrets.environment_id, environmentId),
    eq(environmentSecrets.id, id ?? 0),
  );

/** The secret's location, which its seal is bound to. */
export const placeOf = (secretId: number) => `environment_secrets/${secretId}/secret` as const;
