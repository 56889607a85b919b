import { and, asc, eq, ne, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { events } from "@/db/schema/events";
import { users } from "@/db/schema/users";
import { workflowNodes } from "@/db/schema/workflows";
import { userColumns } from "@/lib/access/actor";
import { AppError } from "@/lib/operation/errors";
import { looksLikeOneOf } from "@/lib/user/look-alike";
import type { MinimalUser, NewUserInput, User, UserInput } from "@/lib/user/schema";

export const listUsers = (db: Db): Promise<User[]> => db.select(userColumns).from(users).orderBy(asc(users.id));

export const listMinimalUsers = (db: Db): Promise<MinimalUser[]> =>
  db.select({ id: users.id, username: users.username, name: users.name }).from(users).orderBy(asc(users.id));

export async function getUser(db: Db, userId: number): Promise<User | null> {
  const [row] = await db.select(userColumns).from(users).where(eq(users.id, userId));
  return row ?? null;
}

export async function getUserByEmail(db: Db, email: string): Promise<User | null> {
  const [row] = await db
    .select(userColumns)
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql`lower(${email})`));
  return row ?? null;
}

/** By user name or e-mail, like the sign-in. */
export async function findUser(db: Db, login: string): Promise<User | null> {
  const wanted = sql`lower(${login.trim()})`;
  const [row] = await db
    .select(userColumns)
    .from(users)
    .where(or(eq(sql`lower(${users.username})`, wanted), eq(sql`lower(${users.email})`, wanted)));
  return row ?? null;
}

/** Serializes changes of accounts, so that no name is taken twice and an administrator always remains. */
export const lockUsers = (tx: Db) => tx.execute(sql`lock table ${users} in share row exclusive mode`);

export async function insertUser(tx: Db, input: NewUserInput, passwordHash: string | null): Promise<User> {
  const { username, name, email, admin, external, alert } = input;
  return onlyRow(
    await tx
      .insert(users)
      .values({ username, name, email, admin, external, alert, password_hash: passwordHash })
      .returning(userColumns),
  );
}

export async function updateUser(tx: Db, userId: number, input: UserInput): Promise<void> {
  const { username, name, email, admin, alert } = input;
  await tx.update(users).set({ username, name, email, admin, alert }).where(eq(users.id, userId));
}

/** Deletes the user's memberships, sessions and tokens too; tasks stay without an author, events and decisions with a name. */
export async function deleteUser(tx: Db, userId: number): Promise<void> {
  const { name: user_name, username } = users;
  // Waits for those who record something in the user's name.
  const [names] = await tx.select({ user_name, username }).from(users).where(eq(users.id, userId)).for("update");
  if (!names) return;
  const { user_name: decided_by_name } = names;
  await tx
    .update(events)
    .set({ ...names, user_id: null })
    .where(eq(events.user_id, userId));
  await tx
    .update(workflowNodes)
    .set({ decided_by_name, decided_by_id: null })
    .where(eq(workflowNodes.decided_by_id, userId));
  await tx.delete(users).where(eq(users.id, userId));
}

/** Both are accepted as the login, so a user name must not equal another account's e-mail either. */
export async function refuseTakenNames(
  tx: Db,
  { username, email }: { username: string; email: string },
  exceptId: number | null,
): Promise<void> {
  const isTaken = (value: string) =>
    sql<boolean>`coalesce(bool_or(lower(${value}) in (lower(${users.username}), lower(${users.email}))), false)`;
  const [taken] = await tx
    .select({ username: isTaken(username), email: isTaken(email) })
    .from(users)
    .where(ne(users.id, exceptId ?? 0));
  const issues = (["username", "email"] as const)
    .filter((path) => taken?.[path])
    .map((path) => ({ path, key: "usernameTaken" as const }));
  if (issues.length > 0) throw new AppError("invalid", { issues });
}

/** Fails if a name could be confused with another account's; null is not compared. */
export async function refuseLookAlikes(
  tx: Db,
  names: { username: string | null; email: string | null },
  exceptId: number | null,
): Promise<void> {
  const taken = await otherNames(tx, exceptId);
  const issues = (["username", "email"] as const)
    .filter((path) => looksLikeOneOf(names[path] ?? "", taken))
    .map((path) => ({ path, key: "usernameLooksAlike" as const }));
  if (issues.length > 0) throw new AppError("invalid", { issues });
}

/** User names and e-mails of all accounts but one. */
export async function otherNames(tx: Db, exceptId: number | null): Promise<string[]> {
  const rows = await tx
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(ne(users.id, exceptId ?? 0));
  return rows.flatMap(({ username, email }) => [username, email]);
}

/** Fails if this user is the only administrator. */
export async function refuseLastAdmin(tx: Db, userId: number): Promise<void> {
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.admin, true), ne(users.id, userId)))
    .limit(1);
  if (!other) throw new AppError("invalid", { key: "lastAdmin" });
}
