import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import type { Sealed } from "@/db/columns";
import type { KeyRing } from "@/lib/secret/key-ring";
import { open, type SecretPlace, seal, UndecryptableError } from "@/lib/secret/seal";
import { placeOf, SEALED } from "./sealed";

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
      const rows = await rowsOfOtherKeys(db, column, ring, after);
      for (const row of rows) await reencryptRow(db, column, row, ring, done);
      after = rows.at(-1)?.id ?? 0;
      if (rows.length < BATCH) break;
    }
  }
  return done;
}

type Row = { id: number; sealed: Sealed };

const rowsOfOtherKeys = (db: Db, column: PgColumn, { active }: KeyRing, after: number): Promise<Row[]> =>
  db.execute<Row>(sql`
    select id, ${column} as sealed from ${column.table}
    where split_part(${column}, '.', 2) <> ${active} and id > ${after} order by id limit ${BATCH}`);

/** A secret that was changed in the meantime uses the new key already. */
async function reencryptRow(db: Db, column: PgColumn, row: Row, ring: KeyRing, done: Reencrypted): Promise<void> {
  const place = placeOf(column, row.id);
  try {
    const resealed = seal(open(row.sealed, place, ring), place, ring);
    await db.execute(sql`
      update ${column.table} set ${sql.identifier(column.name)} = ${resealed} where id = ${row.id} and ${column} = ${row.sealed}`);
    done.sealed += 1;
  } catch (error) {
    if (!(error instanceof UndecryptableError)) throw error;
    done.lost.push(place);
  }
}
