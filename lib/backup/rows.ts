import { asc, eq, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { environmentSecrets } from "@/db/schema/environments";
import { integrationAliases, integrationMatchers, integrationValues } from "@/db/schema/integrations";
import { projects } from "@/db/schema/projects";
import type { ProjectRows } from "@/lib/backup/assemble";
import { grouped } from "@/lib/backup/naming";
import { listEnvironments } from "@/lib/environment/store";
import { listIntegrations } from "@/lib/integration/store";
import { listInventories } from "@/lib/inventory/store";
import { listKeys } from "@/lib/key/store";
import { found } from "@/lib/operation/errors";
import { listRepositories } from "@/lib/repository/store";
import { listAllSchedules } from "@/lib/schedule/store";
import { listTemplates } from "@/lib/template/store";
import { listViews } from "@/lib/view/store";

const BY_NAME = { sort: "name", order: "asc" } as const;

/** Everything that a backup is made of. */
export async function readRows(db: Db, projectId: number): Promise<ProjectRows> {
  const aliasesOf = await readAliases(db, projectId);
  return {
    meta: found((await db.select().from(projects).where(eq(projects.id, projectId)))[0]),
    keys: await listKeys(db, projectId, BY_NAME),
    repositories: await listRepositories(db, projectId, BY_NAME),
    inventories: await listInventories(db, projectId, BY_NAME),
    environments: await readEnvironments(db, projectId),
    views: await listViews(db, projectId),
    templates: await listTemplates(db, projectId, BY_NAME),
    schedules: await listAllSchedules(db, projectId),
    integrations: await readIntegrations(db, projectId, aliasesOf),
    integration_aliases: aliasesOf(null),
  };
}

async function readEnvironments(db: Db, projectId: number) {
  const secrets = await db
    .select({
      environment_id: environmentSecrets.environment_id,
      type: environmentSecrets.type,
      name: environmentSecrets.name,
    })
    .from(environmentSecrets)
    .where(eq(environmentSecrets.project_id, projectId))
    .orderBy(asc(environmentSecrets.id));
  const secretsOf = grouped(secrets, (secret) => secret.environment_id);
  const rows = await listEnvironments(db, projectId, BY_NAME);
  return rows.map((row) => ({ ...row, secrets: secretsOf(row.id) }));
}

type AliasesOf = (integrationId: number | null) => string[];

async function readIntegrations(db: Db, projectId: number, aliasesOf: AliasesOf) {
  const rows = await listIntegrations(db, projectId, { order: "asc" });
  const ids = rows.map(({ id }) => id);
  const matchers = await db
    .select()
    .from(integrationMatchers)
    .where(inArray(integrationMatchers.integration_id, ids))
    .orderBy(asc(integrationMatchers.id));
  const values = await db
    .select()
    .from(integrationValues)
    .where(inArray(integrationValues.integration_id, ids))
    .orderBy(asc(integrationValues.id));
  const matchersOf = grouped(matchers, (row) => row.integration_id);
  const valuesOf = grouped(values, (row) => row.integration_id);
  return rows.map((row) => ({
    ...row,
    aliases: aliasesOf(row.id),
    matchers: matchersOf(row.id),
    extract_values: valuesOf(row.id),
  }));
}

/** Aliases by integration; under null, those of the project. */
async function readAliases(db: Db, projectId: number): Promise<AliasesOf> {
  const rows = await db
    .select()
    .from(integrationAliases)
    .where(eq(integrationAliases.project_id, projectId))
    .orderBy(asc(integrationAliases.id));
  const rowsOf = grouped(rows, (row) => row.integration_id);
  return (integrationId) => rowsOf(integrationId).map(({ alias }) => alias);
}
