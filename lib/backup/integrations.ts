import type { Db } from "@/db/client";
import { integrationAliases, integrationMatchers, integrations, integrationValues } from "@/db/schema/integrations";
import { type FindId, integrationReferences } from "@/lib/backup/resolve";
import type { BackupIntegration } from "@/lib/backup/schema";

/** Stores an integration with its matchers, values and aliases. */
export async function insertIntegration(
  db: Db,
  projectId: number,
  entry: BackupIntegration,
  find: FindId,
): Promise<void> {
  const { name, auth_method, auth_header, searchable, task_params, matchers, extract_values, aliases } = entry;
  const references = integrationReferences(entry, find);
  const [row] = await db
    .insert(integrations)
    .values({ project_id: projectId, name, auth_method, auth_header, searchable, task_params, ...references })
    .returning({ id: integrations.id });
  if (!row) throw new Error("insert returned no row");
  const ofIntegration = <Part>(part: Part) => ({ ...part, integration_id: row.id });
  if (matchers.length > 0) await db.insert(integrationMatchers).values(matchers.map(ofIntegration));
  if (extract_values.length > 0) await db.insert(integrationValues).values(extract_values.map(ofIntegration));
  await insertAliases(db, projectId, row.id, aliases);
}

/** An alias leads to one place in the whole product: those that are taken are left out. */
export async function insertAliases(
  db: Db,
  projectId: number,
  integrationId: number | null,
  aliases: string[],
): Promise<void> {
  if (aliases.length === 0) return;
  await db
    .insert(integrationAliases)
    .values(aliases.map((alias) => ({ project_id: projectId, integration_id: integrationId, alias })))
    .onConflictDoNothing({ target: integrationAliases.alias });
}
