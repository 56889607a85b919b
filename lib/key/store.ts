import { and, asc, desc, eq, type Placeholder, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { onlyRow } from "@/db/only-row";
import { accessKeys } from "@/db/schema/access-keys";
import type { Key, KeyDetails, KeyInput, KeyType } from "@/lib/key/schema";
import { invalid } from "@/lib/operation/errors";
import { inNaturalOrder } from "@/lib/operation/natural-order";
import type { Refs } from "@/lib/operation/refs";
import type { ResourceFacts } from "@/lib/project/schema/facts";
import { factsFor, refsOf } from "@/lib/project/uses";
import { KeySecret } from "@/lib/protocol/job";
import { open, seal } from "@/lib/secret/seal";

const columns = {
  id: accessKeys.id,
  name: accessKeys.name,
  type: accessKeys.type,
  project_id: accessKeys.project_id,
  details: accessKeys.details,
  filled: sql<boolean>`${accessKeys.secret} is not null`,
};

type Row = { id: number; name: string; type: KeyType; project_id: number; details: KeyDetails | null; filled: boolean };

const present = ({ filled: _filled, ...row }: Row): Key => ({
  ...row,
  string: "",
  login_password: { login: "", password: "" },
  ssh: { login: "", passphrase: "", private_key: "" },
  override_secret: false,
});

export async function listKeys(
  db: Db,
  projectId: number,
  { sort, order }: { sort: "name" | "type"; order: "asc" | "desc" },
): Promise<Key[]> {
  const direction = order === "desc" ? desc : asc;
  const rows = await db
    .select(columns)
    .from(accessKeys)
    .where(eq(accessKeys.project_id, projectId))
    .orderBy(direction(accessKeys[sort]), asc(accessKeys.id));
  const sorted = sort === "name" ? inNaturalOrder(rows, order) : rows;
  return sorted.map((row) => (row.filled ? present(row) : { ...present(row), empty: true as const }));
}

export async function getKey(db: Db, projectId: number, keyId: number): Promise<Key | null> {
  const [row] = await db.select(columns).from(accessKeys).where(isKey(projectId, keyId));
  return row ? present(row) : null;
}

export async function insertKey(
  db: Db,
  projectId: number,
  input: Pick<KeyInput, "name" | "type"> & Partial<KeyInput>,
  details: KeyDetails | null = null,
): Promise<Key> {
  const row = onlyRow(
    await db
      .insert(accessKeys)
      .values({ project_id: projectId, name: input.name, type: input.type, details })
      .returning(columns),
  );
  const secret = secretOf(input);
  if (secret)
    await db
      .update(accessKeys)
      .set({ secret: sealKey(row.id, secret) })
      .where(eq(accessKeys.id, row.id));
  return present(row);
}

/** Returns the id, or null if the project has no such key. */
export async function updateKey(
  db: Db,
  projectId: number,
  keyId: number,
  input: KeyInput,
  details: KeyDetails | null = null,
): Promise<number | null> {
  const secret = secretOf(input);
  const replaced = {
    type: input.type,
    secret: secret && sealKey(keyId, secret),
    details,
    version: sql`${accessKeys.version} + 1`,
  };
  const [row] = await db
    .update(accessKeys)
    .set({ name: input.name, ...(input.override_secret ? replaced : {}) })
    .where(isKey(projectId, keyId))
    .returning({ id: accessKeys.id });
  return row?.id ?? null;
}

/** Returns the deleted key's name, or null if there was none; fails if anything still refers to it. */
export async function deleteKey(db: Db, projectId: number, keyId: number): Promise<string | null> {
  const [row] = await db.delete(accessKeys).where(isKey(projectId, keyId)).returning({ name: accessKeys.name });
  return row?.name ?? null;
}

export const keyRefs = (db: Db, projectId: number, keyId: number): Promise<Refs> => refsOf(db, "key", projectId, keyId);

/** Vaults and integrations take the password of a key, so it keeps its type. */
export async function refuseUsedPassword(
  db: Db,
  projectId: number,
  { id, type }: Pick<Key, "id" | "type">,
  next: KeyType,
): Promise<void> {
  if (type !== "login_password" || next === type) return;
  const { templates, integrations } = await keyRefs(db, projectId, id);
  if (templates.length > 0 || integrations.length > 0) throw invalid("type", "keyInUse");
}

export function listKeyFacts(db: Db, projectId: number): Promise<ResourceFacts[]> {
  const { uses, changed, columns: facts } = factsFor(db, "key", projectId, accessKeys.id);
  return db
    .select(facts)
    .from(accessKeys)
    .leftJoin(uses, eq(uses.used_id, accessKeys.id))
    .leftJoinLateral(changed, sql`true`)
    .where(eq(accessKeys.project_id, projectId))
    .orderBy(accessKeys.id);
}

/**
 * The secrets of some keys in plaintext, by id. Only for beginning an attempt. A key without a secret counts as
 * `none`.
 */
export async function openKeys(db: Db, projectId: number, ids: number[]): Promise<Map<number, KeySecret>> {
  return ids.length > 0 ? openedKeys(await selectSealedKeys(db, projectId, ids)) : new Map();
}

/** For `openedKeys`. */
export const selectSealedKeys = (db: Db, projectId: number | Placeholder, ids: number[] | Placeholder) =>
  db
    .select({ id: accessKeys.id, type: accessKeys.type, secret: accessKeys.secret })
    .from(accessKeys)
    .where(and(eq(accessKeys.project_id, projectId), isOneOf(accessKeys.id, ids)));

type SealedKey = Awaited<ReturnType<typeof selectSealedKeys>>[number];

export const openedKeys = (rows: SealedKey[]): Map<number, KeySecret> =>
  new Map(
    rows.map(({ id, type, secret }) => [
      id,
      secret ? KeySecret.parse({ type, ...JSON.parse(open(secret, placeOf(id))) }) : { type: "none" as const },
    ]),
  );

const isKey = (projectId: number, keyId: number) => and(eq(accessKeys.project_id, projectId), eq(accessKeys.id, keyId));

const placeOf = (keyId: number) => `access_keys/${keyId}/secret` as const;

const sealKey = (keyId: number, secret: object) => seal(JSON.stringify(secret), placeOf(keyId));

/** The secret fields for the key's type; null if they are absent or blank (a restored key). */
function secretOf(input: Pick<KeyInput, "type"> & Partial<KeyInput>): object | null {
  if (input.type === "ssh") return input.ssh?.private_key ? input.ssh : null;
  if (input.type === "login_password") return input.login_password?.password ? input.login_password : null;
  return null;
}
