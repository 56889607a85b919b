import { and, eq, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { users } from "@/db/schema/users";
import { accountOf } from "@/lib/ldap/account";
import { findPerson } from "@/lib/ldap/directory";
import { AppError } from "@/lib/operation/errors";
import { recordEvent } from "@/lib/operation/record-event";
import { verifyPassword } from "@/lib/secret/password";
import { openSession, recordSignIn, type Visitor } from "@/lib/session/sessions";
import { clearFailures, type Proof, type Target, throttleGuesses } from "@/lib/session/throttle";
import { settings } from "@/lib/settings/settings";

type Login = { auth: string; password: string };

/**
 * Checks a user name or e-mail and its password, first locally and then in the directory, if there is one, and opens a
 * session. Local refusals all look the same and take the same time. Throws LdapProblem if the directory fails.
 */
export async function signIn(
  db: Db,
  login: Login,
  visitor: Visitor,
  signal?: AbortSignal,
): Promise<{ sessionId: string; user: { id: number; name: string } }> {
  const account = await findAccount(db, login.auth);
  const target = { typed: login.auth, userId: account?.id ?? null };
  const proof = await provePassword(db, account, target, login, visitor.ip, signal);
  const user = proof === "right" ? account : await findInDirectory(db, target, login, visitor.ip, proof);
  if (!user || (user === account && !(await isCurrent(db, account)))) {
    await recordFailure(db, account, visitor);
    throw new AppError("unauthenticated");
  }
  const sessionId = await openSession(db, user.id, visitor);
  await recordSignIn(db, user.id, visitor);
  return { sessionId, user };
}

type Account = Pick<typeof users.$inferSelect, "id" | "name" | "username" | "password_hash" | "external">;

async function findAccount(db: Db, auth: string): Promise<Account | null> {
  // Lower-cased in the database: JavaScript's result can differ from the index's.
  const login = sql`lower(${auth.trim()})`;
  const [account] = await db
    .select({
      id: users.id,
      name: users.name,
      username: users.username,
      password_hash: users.password_hash,
      external: users.external,
    })
    .from(users)
    .where(or(eq(sql`lower(${users.username})`, login), eq(sql`lower(${users.email})`, login)));
  return account ?? null;
}

/** The guesses of others from the same address come first, and meanwhile the password may have been changed. */
async function isCurrent(db: Db, { id, password_hash }: Account): Promise<boolean> {
  const same = and(eq(users.id, id), sql`${users.password_hash} is not distinct from ${password_hash}`);
  return (await db.$count(users, same)) === 1;
}

function provePassword(
  db: Db,
  account: Account | null,
  target: Target,
  { password }: Login,
  ip: string,
  signal?: AbortSignal,
): Promise<Proof> {
  const usable = account && !account.external && !settings().passwordLoginDisabled ? account.password_hash : null;
  return throttleGuesses(db, target, ip, () => verifyPassword(password, usable), signal);
}

/**
 * Asked last, so that an unavailable directory locks no administrator out. The attempt counts as wrong until the
 * directory accepts it, so guesses during an outage count too. After too many it is still asked, so that all take the same time.
 */
async function findInDirectory(db: Db, target: Target, { auth, password }: Login, ip: string, proof: Proof) {
  const { ldap } = settings();
  const person = ldap && (await findPerson(ldap, auth, password));
  if (proof === "spent") return null;
  const user = person && (await db.transaction((tx) => accountOf(tx, person, ip)));
  if (user) await clearFailures(db, target, ip);
  return user;
}

/** Input for an unknown account is not kept: it may be a password. */
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
