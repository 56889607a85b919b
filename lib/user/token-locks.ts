import { and, asc, eq, sql } from "drizzle-orm";
import { type Announcement, lockEnded } from "@/db/announcement";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { projectMembers } from "@/db/schema/projects";
import { stateLocks, stateTokens } from "@/db/schema/state-versions";
import { states, stateWorkspaces } from "@/db/schema/states";
import { users } from "@/db/schema/users";
import { rolesWith } from "@/lib/access/roles";
import type { EventDraft } from "@/lib/operation/define";

/** To record in the same transaction, and to announce after it. */
type Released = { events: EventDraft[]; announcements: Announcement[] };

/**
 * Releases the locks that a person's state tokens hold where the person may not manage the project any more, or everywhere
 * if the account is about to be deleted: nobody could give them back, and tasks would wait for them without end.
 */
export async function releaseTokenLocks(tx: Db, userId: number, account: "stays" | "goes"): Promise<Released> {
  const held = await tx
    .select({
      workspace_id: stateLocks.workspace_id,
      workspace: stateWorkspaces.name,
      token: stateTokens.name,
      state: states,
    })
    .from(stateLocks)
    .innerJoin(stateTokens, and(eq(stateTokens.id, stateLocks.token_id), eq(stateTokens.user_id, userId)))
    .innerJoin(stateWorkspaces, eq(stateWorkspaces.id, stateLocks.workspace_id))
    .innerJoin(states, eq(states.id, stateWorkspaces.state_id))
    .where(account === "goes" ? undefined : sql`not ${mayManage(userId)}`)
    .orderBy(asc(stateLocks.workspace_id))
    .for("update", { of: stateLocks });
  const ids = held.map(({ workspace_id }) => workspace_id);
  if (ids.length > 0) await tx.delete(stateLocks).where(isOneOf(stateLocks.workspace_id, ids));
  return {
    events: held.map(({ workspace, token, state: { id, project_id, name } }) => ({
      project_id,
      object_type: "state",
      object_id: id,
      object_name: name,
      description: `Token ${token} of State ${name} lost its rights, and its lock of ${workspace} broken`,
    })),
    announcements: held.flatMap(({ state }) => lockEnded(state)),
  };
}

const mayManage = (userId: number) => sql`(
  exists (select from ${users} where ${users.id} = ${userId} and ${users.admin})
  or exists (select from ${projectMembers} where ${projectMembers.user_id} = ${userId}
    and ${projectMembers.project_id} = ${states.project_id}
    and ${projectMembers.role} = any(${sql.param(rolesWith("manageResources"))})))`;
