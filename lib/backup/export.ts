import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { environments } from "@/db/schema/environments";
import { integrations } from "@/db/schema/integrations";
import { inventories } from "@/db/schema/inventories";
import { schedules } from "@/db/schema/schedules";
import { templates } from "@/db/schema/templates";
import { assemble } from "@/lib/backup/assemble";
import { BackupDocument } from "@/lib/backup/document";
import { readRows } from "@/lib/backup/rows";
import { MAX_BACKUP_BYTES, type StatesBackupInput } from "@/lib/backup/schema";
import { readStates, sealStates, statesTooLarge } from "@/lib/backup/states";
import { AppError } from "@/lib/operation/errors";

/** Exports a project from one snapshot, with one statement per kind. */
export const exportBackup = (db: Db, projectId: number): Promise<BackupDocument> =>
  inSnapshot(db, async (tx) => BackupDocument.parse(await readBackup(tx, projectId)));

/** Exports a project together with its states, encrypted with the passphrase. */
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
