import { and, asc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { stateTokens } from "@/db/schema/state-versions";
import { states } from "@/db/schema/states";
import { users } from "@/db/schema/users";
import { found } from "@/lib/operation/errors";
import { newToken } from "@/lib/secret/token";
import type { StateToken } from "@/lib/state/schema";
import { isState } from "@/lib/state/store";

const columns = {
  id: stateTokens.id,
  name: stateTokens.name,
  prefix: stateTokens.prefix,
  writes: stateTokens.writes,
  user_id: stateTokens.user_id,
  user_name: users.name,
  created: stateTokens.created,
  last_used: stateTokens.last_used,
};

const select = (db: Db) => db.select(columns).from(stateTokens).innerJoin(users, eq(users.id, stateTokens.user_id));

export const listTokens = (db: Db, projectId: number, stateId: number): Promise<StateToken[]> =>
  select(db)
    .innerJoin(states, eq(states.id, stateTokens.state_id))
    .where(isState(projectId, stateId))
    .orderBy(asc(stateTokens.name), asc(stateTokens.id));

type NewToken = { state_id: number; user_id: number; name: string; writes: boolean };

/** The token itself is stored nowhere. */
export async function insertToken(db: Db, made: NewToken): Promise<StateToken & { token: string }> {
  const { token, ...stored } = newToken();
  const [row] = await db
    .insert(stateTokens)
    .values({ ...made, ...stored })
    .returning({ id: stateTokens.id });
  const [shown] = await select(db).where(eq(stateTokens.id, found(row).id));
  return { ...found(shown), token };
}

/** The name of the token that ended with it, and its lock with it; null when there is none. */
export async function deleteToken(db: Db, stateId: number, tokenId: number): Promise<string | null> {
  const [row] = await db
    .delete(stateTokens)
    .where(and(eq(stateTokens.state_id, stateId), eq(stateTokens.id, tokenId)))
    .returning({ name: stateTokens.name });
  return row?.name ?? null;
}
