import { and, eq, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { notify } from "@/db/notify";
import { sessions } from "@/db/schema/sessions";
import { users } from "@/db/schema/users";
import { AppError } from "@/lib/operation/errors";
import { recordEvent } from "@/lib/operation/execute";
import { verifyPassword } from "@/lib/secret/password";
import { hashToken, randomToken } from "@/lib/secret/token";
import { proveOnce } from "@/lib/session/throttle";
import { settings } from "@/lib/settings/settings";

export type Visitor = { ip: string; userAgent: string };

/** Checks a user name or e-mail and password and opens a session. Every refusal looks and takes the same. */
export async function signIn(
  db: Db,
  { auth, password }: { auth: string; password: string },
  visitor: Visitor,
): Promise<{ sessionId: string; user: { id: number; name: string } }> {
  // Lowered by the database alone: JavaScript's lower case differs from the one the index has.
  const login = sql`lower(${auth.trim()})`;
  const [user] = await db
    .select({
      id: users.id,
      name: users.name,
      username: users.username,
      password_hash: users.password_hash,
      external: users.external,
    })
    .from(users)
    .where(or(eq(sql`lower(${users.username})`, login), eq(sql`lower(${users.email})`, login)));
  const usable = user && !user.external && !settings().passwordLoginDisabled ? user.password_hash : null;
  const matches = await proveOnce(db, auth, visitor.ip, () => verifyPassword(password, usable));
  if (!user || !matches) {
    await recordFailure(db, user ?? null, visitor);
    throw new AppError("unauthenticated");
  }
  const sessionId = await openSession(db, user.id, visitor);
  await recordSignIn(db, user.id, visitor);
  return { sessionId, user };
}

/** Tells of a sign-in in the activity feed, whatever way it took. */
export const recordSignIn = (db: Db, userId: number, { ip }: Visitor): Promise<void> =>
  recordEvent(
    db,
    { object_type: "session", object_id: userId, description: "Signed in" },
    { project: null, userId, ip },
  );

type Account = { id: number; username: string };

/** What was typed for an account that does not exist is not kept: it may be a password. */
const recordFailure = (db: Db, account: Account | null, { ip }: Visitor): Promise<void> =>
  recordEvent(
    db,
    {
      object_type: "session",
      object_id: account?.id ?? null,
      object_name: account?.username ?? "",
      description: account ? `Sign-in of user ${account.username} failed` : "Sign-in of an unknown user failed",
    },
    { project: null, userId: null, ip },
  );

/** Opens a session; returns its id, which goes into the cookie and is stored only as a hash. */
export async function openSession(db: Db, userId: number, visitor: Visitor): Promise<string> {
  const sessionId = randomToken();
  await db.insert(sessions).values({
    id_hash: hashToken(sessionId),
    user_id: userId,
    last_seen: sql`now()`,
    ip: visitor.ip,
    user_agent: visitor.userAgent,
  });
  await db.delete(sessions).where(sql`${sessions.last_seen} < now() - interval '30 days'`);
  return sessionId;
}

/** Ends a session, and the sockets that it opened. */
export async function closeSession(db: Db, sessionId: string): Promise<void> {
  const [closed] = await db
    .delete(sessions)
    .where(eq(sessions.id_hash, hashToken(sessionId)))
    .returning({ user_id: sessions.user_id });
  if (closed) await notify(db, { type: "access", user_id: closed.user_id });
}

/** Ends every session of a user, but for the one that asks (null: all of them). */
export async function closeSessionsOf(db: Db, userId: number, exceptHash: string | null): Promise<void> {
  const others = exceptHash === null ? undefined : sql`${sessions.id_hash} <> ${exceptHash}`;
  await db.delete(sessions).where(and(eq(sessions.user_id, userId), others));
}
