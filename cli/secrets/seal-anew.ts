import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import type { Sealed } from "@/db/columns";
import type { KeyRing } from "@/lib/secret/key-ring";
import { open, type SecretPlace, seal, UndecryptableError } from "@/lib/secret/seal";
import { placeOf, SEALED } from "./sealed";

const BATCH = 100;

export type SealedAnew = { sealed: number; lost: SecretPlace[] };

/**
 * Seals every secret with the ring's first key that is sealed with another one. Row by row, so that whatever interrupts it
 * leaves each with the old key or the new one; called again it goes on. Also beside a Signalbox that runs.
 */
export async function sealAnew(db: Db, ring: KeyRing): Promise<SealedAnew> {
  const done: SealedAnew = { sealed: 0, lost: [] };
  for (const column of SEALED) {
    for (let after = 0; ; ) {
      const rows = await rowsOfOtherKeys(db, column, ring, after);
      for (const row of rows) await sealRow(db, column, row, ring, done);
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

/** A secret that somebody has changed meanwhile is new already. */
async function sealRow(db: Db, column: PgColumn, row: Row, ring: KeyRing, done: SealedAnew): Promise<void> {
  const place = placeOf(column, row.id);
  try {
    const anew = seal(open(row.sealed, place, ring), place, ring);
    await db.execute(sql`
      update ${column.table} set ${sql.identifier(column.name)} = ${anew} where id = ${row.id} and ${column} = ${row.sealed}`);
    done.sealed += 1;
  } catch (error) {
    if (!(error instanceof UndecryptableError)) throw error;
    done.lost.push(place);
  }
}
