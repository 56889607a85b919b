import { and, asc, eq, or } from "drizzle-orm";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { apiTokens } from "@/db/schema/api-tokens";
import type { EventDraft } from "@/lib/operation/define";
import { hashToken, newToken } from "@/lib/secret/token";
import type { ApiToken } from "@/lib/session/schema";

const columns = {
  id: apiTokens.id,
  created: apiTokens.created,
  expired: apiTokens.expired,
  user_id: apiTokens.user_id,
  last_used: apiTokens.last_used,
  last_ip: apiTokens.last_ip,
};

export const listTokens = (db: Db, userId: number): Promise<ApiToken[]> =>
  db
    .select(columns)
    .from(apiTokens)
    .where(eq(apiTokens.user_id, userId))
    .orderBy(asc(apiTokens.created), asc(apiTokens.id));

/** Creates a token. `id` is the whole token, which is not stored; `prefix` is its id from now on. */
export async function insertToken(db: Db, userId: number): Promise<ApiToken & { prefix: string }> {
  const { token, prefix, secret_hash } = newToken();
  const row = onlyRow(
    await db.insert(apiTokens).values({ id: prefix, secret_hash, user_id: userId }).returning(columns),
  );
  return { ...row, id: token, prefix };
}

/** Expires a token of the user, named by its prefix or in full. Returns its prefix, or null if none was active. */
export async function expireToken(db: Db, userId: number, idOrToken: string): Promise<string | null> {
  const isNamed = or(eq(apiTokens.id, idOrToken), eq(apiTokens.secret_hash, hashToken(idOrToken)));
  const [row] = await db
    .update(apiTokens)
    .set({ expired: true })
    .where(and(eq(apiTokens.user_id, userId), eq(apiTokens.expired, false), isNamed))
    .returning({ id: apiTokens.id });
  return row?.id ?? null;
}

/** Expires all active tokens of the user; returns their prefixes. */
export async function expireTokens(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .update(apiTokens)
    .set({ expired: true })
    .where(and(eq(apiTokens.user_id, userId), eq(apiTokens.expired, false)))
    .returning({ id: apiTokens.id });
  return rows.map(({ id }) => id);
}

/** `username`: for a token that was not ended through the user's own token list. */
export const endedTokenEvent = (prefix: string, username?: string): EventDraft => ({
  object_type: "token",
  object_name: prefix,
  description: `API token ${prefix} ${username === undefined ? "" : `of user ${username} `}ended`,
});
