import { desc, eq, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type Db, openDatabase } from "@/db/client";
import type { Sealed } from "@/db/columns";
import { options } from "@/db/schema/options";
import { type KeyRing, parseKeyRing } from "@/lib/secret/key-ring";
import { openBytes, type SecretPlace, seal, UndecryptableError } from "@/lib/secret/seal";
import { StartProblem } from "../problem";
import { keyIdIn, placeOf, SEALED } from "./sealed";

const OPTION = "server.key_check";
const PLACE: SecretPlace = "options/0/value";

/** Throws a StartProblem unless these keys are those of the database. */
export async function requireKeys(databaseUrl: string, keys: string): Promise<void> {
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    await checkKeys(db, parseKeyRing(keys));
  } finally {
    await db.close();
  }
}

/**
 * The database keeps a text that its active key has encrypted. If these keys decrypt it, it is encrypted with their first one.
 * `mayLack`: a key that is missing is lost for good.
 */
export async function checkKeys(db: Db, ring: KeyRing, { mayLack = false } = {}): Promise<void> {
  const kept = await keptText(db);
  if (kept?.key_id === ring.active && opens(kept.sealed, PLACE, ring)) return;
  if (kept && ring.keys.has(kept.key_id) && !opens(kept.sealed, PLACE, ring)) throw otherKey(kept.key_id);
  if (kept && !ring.keys.has(kept.key_id) && !mayLack) throw missingKey(kept.key_id);
  if (!kept && (await opensNoSecret(db, ring))) throw otherKey(ring.active);
  const value = seal("", PLACE, ring);
  await db.insert(options).values({ key: OPTION, value }).onConflictDoUpdate({ target: options.key, set: { value } });
}

const otherKey = (id: string) =>
  new StartProblem(
    `SIGNALBOX_ENCRYPTION_KEYS, or encryption-keys in the data folder, has another key "${id}" than the secrets of this database are encrypted with: set it to the keys this database was used with`,
  );

const missingKey = (id: string) =>
  new StartProblem(
    `SIGNALBOX_ENCRYPTION_KEYS, or encryption-keys in the data folder, lacks the key "${id}" that the secrets of this database are encrypted with: add it again. If it is lost, run: signalbox rekey`,
  );

async function keptText(db: Db): Promise<{ sealed: Sealed; key_id: string } | undefined> {
  const [kept] = await db.execute<{ sealed: Sealed; key_id: string }>(sql`
    select ${options.value} as sealed, ${keyIdIn(options.value)} as key_id from ${options} where ${eq(options.key, OPTION)}`);
  return kept;
}

/** A database of an older version: whether it has secrets of a key with this id, of which none can be decrypted. */
async function opensNoSecret(db: Db, ring: KeyRing): Promise<boolean> {
  let isAny = false;
  for (const column of SEALED) {
    const secret = await newestSecret(db, column, ring);
    if (secret && opens(secret.sealed, placeOf(column, secret.id), ring)) return false;
    isAny ||= secret !== undefined;
  }
  return isAny;
}

async function newestSecret(db: Db, column: PgColumn, { active }: KeyRing) {
  const [secret] = await db.execute<{ id: number; sealed: Sealed }>(sql`
    select id, ${column} as sealed from ${column.table} where ${keyIdIn(column)} = ${active} order by ${desc(sql`id`)} limit 1`);
  return secret;
}

function opens(sealed: Sealed, place: SecretPlace, ring: KeyRing): boolean {
  try {
    openBytes(sealed, place, ring);
    return true;
  } catch (error) {
    if (error instanceof UndecryptableError) return false;
    throw error;
  }
}
