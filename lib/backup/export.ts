import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { environmentSecrets, environments } from "@/db/schema/environments";
import { integrationAliases, integrationMatchers, integrations, integrationValues } from "@/db/schema/integrations";
import { inventories } from "@/db/schema/inventories";
import { projects } from "@/db/schema/projects";
import { schedules } from "@/db/schema/schedules";
import { templates } from "@/db/schema/templates";
import { assemble, type ProjectRows } from "@/lib/backup/assemble";
import { BackupDocument } from "@/lib/backup/document";
import { grouped } from "@/lib/backup/naming";
import { MAX_BACKUP_BYTES, type StatesBackupInput } from "@/lib/backup/schema";
import { readStates, sealStates, statesTooLarge } from "@/lib/backup/states";
import { listEnvironments } from "@/lib/environment/store";
import { listIntegrations } from "@/lib/integration/store";
import { listInventories } from "@/lib/inventory/store";
import { listKeys } from "@/lib/key/store";
import { AppError, found } from "@/lib/operation/errors";
import { listRepositories } from "@/lib/repository/store";
import { listAllSchedules } from "@/lib/schedule/store";
import { listTemplates } from "@/lib/template/store";
import { listViews } from "@/lib/view/store";

/** Equal names are ordered by id, so that the oldest keeps its name. */
const BY_NAME = { sort: "name", order: "asc" } as const;

/** Exports a project from one snapshot, with one statement per kind. */
export const exportBackup = (db: Db, projectId: number): Promise<BackupDocument> =>
  inSnapshot(db, async (tx) => BackupDocument.parse(await readBackup(tx, projectId)));

/** The same with the project's states, encrypted with the passphrase. */
export async function exportWithStates(
  db: Db,
  projectId: number,
  { states: which, states_passphrase }: StatesBackupInput,
): Promise<BackupDocument> {
  const { backup, states } = await inSnapshot(db, async (tx) => {
    const read = await readBackup(tx, projectId);
    return { backup: read, states: await readStates(tx, projectId, which, read.templates) };
  });
  const sealed_states = await sealStates(states, states_passphrase);
  const document = BackupDocument.parse({ ...backup, sealed_states });
  const bytes = Buffer.byteLength(JSON.stringify(document));
  if (bytes > MAX_BACKUP_BYTES - ROOM_FOR_PASSPHRASE) throw statesTooLarge(MAX_BACKUP_BYTES);
  return document;
}

/** A restore request contains the passphrase in addition to the file. */
const ROOM_FOR_PASSPHRASE = 64 * 1024;

const inSnapshot = <Read>(db: Db, read: (tx: Db) => Promise<Read>): Promise<Read> =>
  db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });

async function readBackup(tx: Db, projectId: number) {
  await refuseTooLarge(tx, projectId);
  return assemble(await readRows(tx, projectId));
}

/** Tables with texts of unlimited size. */
const LARGE_TABLES = [inventories, environments, templates, schedules, integrations];

/** Checked before anything is read into memory. A larger file could not be restored anyway. */
async function refuseTooLarge(db: Db, projectId: number): Promise<void> {
  const sizes = LARGE_TABLES.map(
    (table) => sql`select sum(octet_length(t::text)) as bytes from ${table} t where project_id = ${projectId}`,
  );
  const [row] = await db.execute<{ bytes: number }>(
    sql`select coalesce(sum(bytes), 0)::float8 as bytes from (${sql.join(sizes, sql` union all `)}) sizes`,
  );
  if (row && row.bytes > MAX_BACKUP_BYTES) {
    const megabytes = MAX_BACKUP_BYTES / 1024 / 1024;
    throw new AppError("too_large", { key: "projectTooLarge", params: { megabytes } });
  }
}

async function readRows(db: Db, projectId: number): Promise<ProjectRows> {
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
