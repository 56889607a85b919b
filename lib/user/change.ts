import { and, asc, eq, inArray } from "drizzle-orm";
import type { Announcement } from "@/db/announcement";
import type { Db } from "@/db/client";
import { projectMembers } from "@/db/schema/projects";
import { eventsOf } from "@/lib/operation/define";
import { AppError, found, invalid, notAllowed } from "@/lib/operation/errors";
import { type EventScope, recordEvents } from "@/lib/operation/record-event";
import type { EventAction } from "@/lib/protocol/event-action";
import { normalizeName } from "@/lib/user/look-alike";
import type { NewUserInput, User, UserInput } from "@/lib/user/schema";
import * as store from "@/lib/user/store";
import { releaseTokenLocks } from "@/lib/user/token-locks";

export async function addUser(tx: Db, given: NewUserInput, passwordHash: string | null): Promise<User> {
  refuseSeveralAddresses(given.email);
  const input = { ...given, username: normalizeName(given.username) };
  await store.lockUsers(tx);
  await store.refuseTakenNames(tx, input, null);
  await store.refuseLookAlikes(tx, input, null);
  return store.insertUser(tx, input, passwordHash);
}

/**
 * Replaces everything but the password. Users cannot change their own admin flag, and one administrator always
 * remains.
 */
export async function changeUser(
  tx: Db,
  actorId: number,
  userId: number,
  given: UserInput,
): Promise<{ before: User; after: UserInput }> {
  await store.lockUsers(tx);
  const current = found(await store.getUser(tx, userId));
  const input = { ...given, username: renamed(current.username, given.username) };
  if (actorId === userId && input.admin !== current.admin) throw notAllowed();
  if (current.external) refuseOtherLogin(current, input);
  if (input.email !== current.email) refuseSeveralAddresses(input.email);
  if (current.admin && !input.admin) await store.refuseLastAdmin(tx, userId);
  await store.refuseTakenNames(tx, input, userId);
  const changed = (field: "username" | "email") => (input[field] === current[field] ? null : input[field]);
  await store.refuseLookAlikes(tx, { username: changed("username"), email: changed("email") }, userId);
  await store.updateUser(tx, userId, input);
  return { before: current, after: input };
}

/** An unchanged name stays as written, even if it predates normalization. */
const renamed = (before: string, after: string): string => (after === before ? before : normalizeName(after));

/** A list of addresses, or one with a name beside it, would have alerts sent to strangers. */
function refuseSeveralAddresses(email: string): void {
  if (/[\s,;<>]/.test(email)) throw invalid("email", "emailInvalid");
}

/** These identify an external account in its directory. */
function refuseOtherLogin(current: User, input: UserInput): void {
  if (input.username !== current.username) throw invalid("username", "externalUser");
  if (input.email !== current.email) throw invalid("email", "externalUser");
}

/**
 * Fails for the last administrator and, unless an admin does it, for the last owner of a project. Records what ends; announce
 * the result afterwards.
 */
export async function removeUser(
  tx: Db,
  actor: { admin: boolean },
  userId: number,
  scope: EventScope,
): Promise<Announcement[]> {
  await store.lockUsers(tx);
  const current = found(await store.getUser(tx, userId));
  if (current.admin) await store.refuseLastAdmin(tx, userId);
  if (!actor.admin) await refuseOnlyOwner(tx, userId);
  const released = await releaseTokenLocks(tx, userId, "goes");
  await recordEvents(
    tx,
    [...released.events, userEvent(current, "deleted")].map((event) => ({ event, scope })),
  );
  await store.deleteUser(tx, userId);
  return [{ type: "access", user_id: userId }, ...released.announcements];
}

export const userEvent = ({ id, username }: Pick<User, "id" | "username">, action: EventAction) =>
  eventsOf("user", "User")(id, username, action);

/** Locks the owners of the user's projects, so that no other one is removed meanwhile. */
async function refuseOnlyOwner(tx: Db, userId: number): Promise<void> {
  const isOwner = eq(projectMembers.role, "owner");
  const owned = tx
    .select({ project_id: projectMembers.project_id })
    .from(projectMembers)
    .where(and(eq(projectMembers.user_id, userId), isOwner));
  const owners = await tx
    .select({ project_id: projectMembers.project_id, user_id: projectMembers.user_id })
    .from(projectMembers)
    .where(and(inArray(projectMembers.project_id, owned), isOwner))
    .orderBy(asc(projectMembers.project_id), asc(projectMembers.user_id))
    .for("update");
  const shared = new Set(owners.flatMap(({ project_id, user_id }) => (user_id === userId ? [] : project_id)));
  const isOnly = owners.some(({ project_id, user_id }) => user_id === userId && !shared.has(project_id));
  if (isOnly) throw new AppError("invalid", { key: "onlyOwner" });
}
