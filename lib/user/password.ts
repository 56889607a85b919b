import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { users } from "@/db/schema/users";
import type { UserActor } from "@/lib/access/actor";
import { AppError, found, invalid } from "@/lib/operation/errors";
import { hashPassword, verifyPassword } from "@/lib/secret/password";
import { closeSessionsOf } from "@/lib/session/sign-in";
import { forgetFailures, refuseGuessing, rememberFailure } from "@/lib/session/throttle";

type PasswordChange = {
  actor: UserActor;
  userId: number;
  password: string;
  /** Needed for one's own. */
  current: string | null;
  ip: string;
};

/**
 * Checks that the actor may give the user this password, and hashes it. Call it outside a transaction: a wrong guess is
 * remembered although the call fails.
 */
export async function prepareHash(db: Db, { actor, userId, password, current, ip }: PasswordChange): Promise<string> {
  const [row] = await db
    .select({ username: users.username, external: users.external, password_hash: users.password_hash })
    .from(users)
    .where(eq(users.id, userId));
  const user = found(row);
  if (user.external) throw new AppError("invalid", { key: "externalUser" });
  if (actor.user.id === userId) {
    if (current === null) throw invalid("current_password", "currentPasswordRequired");
    await prove(db, user, current, ip);
  }
  return hashPassword(password);
}

/** Wrong guesses count like failed sign-ins: a session somebody left open must not be a way around the throttle. */
async function prove(
  db: Db,
  { username, password_hash }: { username: string; password_hash: string | null },
  current: string,
  ip: string,
): Promise<void> {
  await refuseGuessing(db, username, ip);
  if (!(await verifyPassword(current, password_hash))) {
    await rememberFailure(db, username, ip);
    throw invalid("current_password", "currentPasswordWrong");
  }
  await forgetFailures(db, username, ip);
}

/** Ends all sessions of the user, but for the one in which a user changes their own password. */
export async function replacePassword(tx: Db, actor: UserActor, userId: number, passwordHash: string): Promise<void> {
  await tx.update(users).set({ password_hash: passwordHash }).where(eq(users.id, userId));
  await closeSessionsOf(tx, userId, actor.user.id === userId ? actor.sessionHash : null);
}
