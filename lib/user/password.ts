import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { users } from "@/db/schema/users";
import type { UserActor } from "@/lib/access/actor";
import type { EventDraft } from "@/lib/operation/define";
import { AppError, found, invalid } from "@/lib/operation/errors";
import { hashPassword, verifyPassword } from "@/lib/secret/password";
import { closeSessionsOf, isNewSession } from "@/lib/session/sessions";
import { throttleGuesses } from "@/lib/session/throttle";
import { endedTokenEvent, expireTokens } from "@/lib/session/tokens";
import { getUser } from "@/lib/user/store";

type PasswordChange = {
  actor: UserActor;
  userId: number;
  password: string;
  /** Required of users who change their own, unless the session is new. */
  current: string | null;
  ip: string;
};

/**
 * Checks that the actor may set this user's password, and hashes it. Call it outside a transaction, so that a wrong
 * guess is recorded although the call fails.
 */
export async function prepareHash(db: Db, { actor, userId, password, current, ip }: PasswordChange): Promise<string> {
  const [row] = await db
    .select({ username: users.username, external: users.external, password_hash: users.password_hash })
    .from(users)
    .where(eq(users.id, userId));
  const user = found(row);
  if (user.external) throw new AppError("invalid", { key: "externalUser" });
  if (actor.user.id === userId && current !== null)
    await checkCurrentPassword(db, { ...user, id: userId }, current, ip);
  else if (actor.user.id === userId && !(await isNewSession(db, actor.sessionHash)))
    throw invalid("current_password", "currentPasswordRequired");
  return hashPassword(password);
}

/** Wrong guesses count like failed sign-ins: a session left open must not bypass the throttle. */
async function checkCurrentPassword(
  db: Db,
  { id, username, password_hash }: { id: number; username: string; password_hash: string | null },
  current: string,
  ip: string,
): Promise<void> {
  const target = { typed: username, userId: id };
  const proof = await throttleGuesses(db, target, ip, () => verifyPassword(current, password_hash));
  if (proof !== "right") throw invalid("current_password", "currentPasswordWrong");
}

type Replacement = {
  userId: number;
  passwordHash: string;
  /** Null: revokes them only when another user's password is set. */
  endTokens: boolean | null;
};

/**
 * Ends all sessions of the user, except the one in which users change their own password. Returns events for the
 * tokens it ends.
 */
export async function replacePassword(
  tx: Db,
  actor: UserActor,
  { userId, passwordHash, endTokens }: Replacement,
): Promise<EventDraft[]> {
  const isOwn = actor.user.id === userId;
  await storePassword(tx, userId, passwordHash, isOwn ? actor.sessionHash : null);
  return (endTokens ?? !isOwn) ? expireTokensOf(tx, userId) : [];
}

/** Ends all sessions of the user except `keptSession`. */
export async function storePassword(
  tx: Db,
  userId: number,
  passwordHash: string,
  keptSession: string | null,
): Promise<void> {
  await tx.update(users).set({ password_hash: passwordHash }).where(eq(users.id, userId));
  await closeSessionsOf(tx, userId, keptSession);
}

/** Ends all API tokens of the user; returns an event for each. */
export async function expireTokensOf(tx: Db, userId: number): Promise<EventDraft[]> {
  const { username } = found(await getUser(tx, userId));
  return (await expireTokens(tx, userId)).map((prefix) => endedTokenEvent(prefix, username));
}
