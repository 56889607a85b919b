import { and, eq, gt, not, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { sessions } from "@/db/schema/sessions";
import { isAlive } from "@/lib/access/actor";
import { announceAll } from "@/lib/operation/announce";
import { recordEvent } from "@/lib/operation/record-event";
import { hashToken, randomToken } from "@/lib/secret/token";

export type Visitor = { ip: string; userAgent: string };

/** Records a sign-in in the activity feed, for every sign-in method. */
export const recordSignIn = (db: Db, userId: number, { ip }: Visitor): Promise<void> =>
  recordEvent(
    db,
    { object_type: "session", object_id: userId, action: "signedIn", subject: "" },
    { project: null, userId, ip },
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
  await db.delete(sessions).where(not(isAlive));
  return sessionId;
}

/** Ends a session and closes its sockets. */
export async function closeSession(db: Db, sessionId: string): Promise<void> {
  const [closed] = await db
    .delete(sessions)
    .where(eq(sessions.id_hash, hashToken(sessionId)))
    .returning({ user_id: sessions.user_id });
  if (closed) announceAll(db, [{ type: "access", user_id: closed.user_id }]);
}

/** Ends all sessions of a user except the given one (null: all). */
export async function closeSessionsOf(db: Db, userId: number, exceptHash: string | null): Promise<void> {
  const others = exceptHash === null ? undefined : sql`${sessions.id_hash} <> ${exceptHash}`;
  await db.delete(sessions).where(and(eq(sessions.user_id, userId), others));
}

/** Whether its user signed in within the last 15 minutes; an API token (null) never counts. */
export async function isNewSession(db: Db, idHash: string | null): Promise<boolean> {
  if (idHash === null) return false;
  const isNew = gt(sessions.created, sql`now() - interval '15 minutes'`);
  const rows = await db
    .select({ id_hash: sessions.id_hash })
    .from(sessions)
    .where(and(eq(sessions.id_hash, idHash), isNew));
  return rows.length > 0;
}
