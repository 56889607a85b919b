import { isNotNull, sql } from "drizzle-orm";
import { type Db, openDatabase } from "@/db/client";
import { type KeyRing, parseKeyRing } from "@/lib/secret/key-ring";
import { note } from "../start/progress";
import { keyIdIn, SEALED } from "./sealed";

/** Warns of secrets that these keys cannot decrypt, before a task fails because of them. */
export async function reportLostKeys(databaseUrl: string, keys: string): Promise<void> {
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    for (const { id, secrets } of await lostKeys(db, parseKeyRing(keys)))
      note(`Secrets that can't be decrypted: ${secrets}. Add the key "${id}" to SIGNALBOX_ENCRYPTION_KEYS again`);
  } finally {
    await db.close();
  }
}

export type LostKey = { id: string; secrets: number };

/** Ids of keys that encrypted stored secrets but are missing from the ring, with the number of those secrets. */
export async function lostKeys(db: Db, ring: KeyRing): Promise<LostKey[]> {
  const ids = SEALED.map(
    (column) => sql`select ${keyIdIn(column)} as id from ${column.table} where ${isNotNull(column)}`,
  );
  const rows = await db.execute<LostKey>(
    sql`select id, count(*)::int as secrets from (${sql.join(ids, sql` union all `)}) sealed group by id order by id`,
  );
  return rows.filter(({ id }) => !ring.keys.has(id));
}
