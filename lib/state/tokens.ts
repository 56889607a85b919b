import { and, asc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { stateLocks, stateTokens } from "@/db/schema/state-versions";
import { states, stateWorkspaces } from "@/db/schema/states";
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
  last_ip: stateTokens.last_ip,
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

/** The token's name, and the workspaces whose locks ended with it; null when there is none. */
export async function deleteToken(
  tx: Db,
  stateId: number,
  tokenId: number,
): Promise<{ name: string; unlocked: string[] } | null> {
  const held = await tx
    .select({ name: stateWorkspaces.name })
    .from(stateLocks)
    .innerJoin(stateWorkspaces, eq(stateWorkspaces.id, stateLocks.workspace_id))
    .where(eq(stateLocks.token_id, tokenId))
    .orderBy(stateWorkspaces.name);
  const [row] = await tx
    .delete(stateTokens)
    .where(and(eq(stateTokens.state_id, stateId), eq(stateTokens.id, tokenId)))
    .returning({ name: stateTokens.name });
  return row ? { name: row.name, unlocked: held.map(({ name }) => name) } : null;
}
