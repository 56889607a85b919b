import { and, asc, desc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projectMembers } from "@/db/schema/projects";
import { users } from "@/db/schema/users";
import { userColumns } from "@/lib/access/actor";
import type { Role } from "@/lib/access/roles";
import type { Member, MemberQuery } from "@/lib/member/schema";
import { AppError } from "@/lib/operation/errors";
import type { User } from "@/lib/user/schema";

const SORTED_BY = {
  name: users.name,
  username: users.username,
  email: users.email,
  role: projectMembers.role,
};

export function listMembers(db: Db, projectId: number, { sort, order }: MemberQuery): Promise<Member[]> {
  const direction = order === "desc" ? desc : asc;
  return db
    .select({ id: users.id, username: users.username, name: users.name, role: projectMembers.role })
    .from(projectMembers)
    .innerJoin(users, eq(users.id, projectMembers.user_id))
    .where(eq(projectMembers.project_id, projectId))
    .orderBy(direction(SORTED_BY[sort]), asc(users.id));
}

/** The account of a member; null for users who are not in the team. */
export async function getMember(db: Db, projectId: number, userId: number): Promise<User | null> {
  const [row] = await db
    .select(userColumns)
    .from(projectMembers)
    .innerJoin(users, eq(users.id, projectMembers.user_id))
    .where(isMember(projectId, userId));
  return row ?? null;
}

/** The projects that the user is a member of. */
export async function listProjectIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .select({ id: projectMembers.project_id })
    .from(projectMembers)
    .where(eq(projectMembers.user_id, userId));
  return rows.map(({ id }) => id);
}

/** Returns the user's name. Fails with a conflict if there is no such user, or if they are already in the team. */
export async function insertMember(tx: Db, projectId: number, userId: number, role: Role): Promise<string> {
  const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId)).for("key share");
  const added = user
    ? await tx
        .insert(projectMembers)
        .values({ project_id: projectId, user_id: userId, role })
        .onConflictDoNothing()
        .returning({ user_id: projectMembers.user_id })
    : [];
  if (!user || added.length === 0) throw new AppError("conflict", { key: "memberConflict" });
  return user.name;
}

/** Returns the user's name and previous role, or null if the user is not in the team. Keeps the last owner. */
export async function updateRole(
  tx: Db,
  projectId: number,
  userId: number,
  role: Role,
): Promise<{ name: string; role: string } | null> {
  if (role !== "owner") await refuseLastOwner(tx, projectId, userId);
  const [before] = await tx
    .select({ name: users.name, role: projectMembers.role })
    .from(projectMembers)
    .innerJoin(users, eq(users.id, projectMembers.user_id))
    .where(isMember(projectId, userId))
    .for("update", { of: projectMembers });
  if (!before) return null;
  await tx.update(projectMembers).set({ role }).where(isMember(projectId, userId));
  return before;
}

/** Returns the user's name, or null if the user is not in the team. Keeps the last owner. */
export async function deleteMember(tx: Db, projectId: number, userId: number): Promise<string | null> {
  await refuseLastOwner(tx, projectId, userId);
  const user = await getMember(tx, projectId, userId);
  const rows = await tx
    .delete(projectMembers)
    .where(isMember(projectId, userId))
    .returning({ user_id: projectMembers.user_id });
  return rows.length > 0 ? (user?.name ?? null) : null;
}

/** Locks the owners, so that two of them cannot remove each other at the same time. */
async function refuseLastOwner(tx: Db, projectId: number, userId: number): Promise<void> {
  const owners = await tx
    .select({ user_id: projectMembers.user_id })
    .from(projectMembers)
    .where(and(eq(projectMembers.project_id, projectId), eq(projectMembers.role, "owner")))
    .orderBy(asc(projectMembers.user_id))
    .for("update");
  if (owners.length === 1 && owners[0]?.user_id === userId) throw new AppError("invalid", { key: "lastOwner" });
}

const isMember = (projectId: number, userId: number) =>
  and(eq(projectMembers.project_id, projectId), eq(projectMembers.user_id, userId));
