import { and, eq, ne, notExists } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { projectMembers } from "@/db/schema/projects";
import { AppError, found, invalid, notAllowed } from "@/lib/operation/errors";
import { normalizeName } from "@/lib/user/look-alike";
import type { NewUserInput, User, UserInput } from "@/lib/user/schema";
import * as store from "@/lib/user/store";

export async function addUser(tx: Db, given: NewUserInput, passwordHash: string | null): Promise<User> {
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
  if (current.admin && !input.admin) await store.refuseLastAdmin(tx, userId);
  await store.refuseTakenNames(tx, input, userId);
  const changed = (field: "username" | "email") => (input[field] === current[field] ? null : input[field]);
  await store.refuseLookAlikes(tx, { username: changed("username"), email: changed("email") }, userId);
  await store.updateUser(tx, userId, input);
  return { before: current, after: input };
}

/** An unchanged name stays as written, even if it predates normalization. */
const renamed = (before: string, after: string): string => (after === before ? before : normalizeName(after));

/** These identify an external account in its directory. */
function refuseOtherLogin(current: User, input: UserInput): void {
  if (input.username !== current.username) throw invalid("username", "externalUser");
  if (input.email !== current.email) throw invalid("email", "externalUser");
}

/** Fails for the last administrator and, unless an admin does it, for the last owner of a project. */
export async function removeUser(tx: Db, actor: { admin: boolean }, userId: number): Promise<User> {
  await store.lockUsers(tx);
  const current = found(await store.getUser(tx, userId));
  if (current.admin) await store.refuseLastAdmin(tx, userId);
  if (!actor.admin) await refuseOnlyOwner(tx, userId);
  await store.deleteUser(tx, userId);
  return current;
}

async function refuseOnlyOwner(tx: Db, userId: number): Promise<void> {
  const other = alias(projectMembers, "other");
  const otherOwners = tx
    .select({ user_id: other.user_id })
    .from(other)
    .where(and(eq(other.project_id, projectMembers.project_id), eq(other.role, "owner"), ne(other.user_id, userId)));
  const [owned] = await tx
    .select({ project_id: projectMembers.project_id })
    .from(projectMembers)
    .where(and(eq(projectMembers.user_id, userId), eq(projectMembers.role, "owner"), notExists(otherOwners)))
    .limit(1);
  if (owned) throw new AppError("invalid", { key: "onlyOwner" });
}
