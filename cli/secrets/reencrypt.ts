import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import type { Sealed } from "@/db/columns";
import type { KeyRing } from "@/lib/secret/key-ring";
import { openBytes, type SecretPlace, sealBytes, UndecryptableError } from "@/lib/secret/seal";
import { keyIdIn, placeOf, SEALED } from "./sealed";

const BATCH = 100;

export type Reencrypted = { sealed: number; lost: SecretPlace[] };

/**
 * Encrypts with the ring's first key every secret that another key encrypted. Row by row, so that an interruption leaves
 * each with the old key or the new one, and a second call continues. It may run beside a running Signalbox.
 */
export async function reencrypt(db: Db, ring: KeyRing): Promise<Reencrypted> {
  const done: Reencrypted = { sealed: 0, lost: [] };
  for (const column of SEALED) {
    for (let after = 0; ; ) {
      const ids = await rowsOfOtherKeys(db, column, ring, after);
      for (const id of ids) await reencryptRow(db, column, id, ring, done);
      after = ids.at(-1) ?? 0;
      if (ids.length < BATCH) break;
    }
  }
  return done;
}

/** Reads ids only, because all rows of a column may not fit into memory. */
async function rowsOfOtherKeys(db: Db, column: PgColumn, { active }: KeyRing, after: number): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    select id from ${column.table}
    where ${keyIdIn(column)} <> ${active} and id > ${after} order by id limit ${BATCH}`);
  return rows.map(({ id }) => id);
}

/** A secret that changed in the meantime already uses the new key. */
async function reencryptRow(db: Db, column: PgColumn, id: number, ring: KeyRing, done: Reencrypted): Promise<void> {
  const place = placeOf(column, id);
  const [row] = await db.execute<{ sealed: Sealed | null }>(
    sql`select ${column} as sealed from ${column.table} where id = ${id}`,
  );
  if (!row?.sealed) return;
  try {
    const resealed = sealBytes(openBytes(row.sealed, place, ring), place, ring);
    await db.execute(sql`
      update ${column.table} set ${sql.identifier(column.name)} = ${resealed} where id = ${id} and ${column} = ${row.sealed}`);
    done.sealed += 1;
  } catch (error) {
    if (!(error instanceof UndecryptableError)) throw error;
    done.lost.push(place);
  }
}
