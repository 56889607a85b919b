import { isIPv6 } from "node:net";
import { and, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { loginAttempts } from "@/db/schema/login-attempts";
import { AppError } from "@/lib/operation/errors";
import { inTurn, serialize } from "@/lib/operation/serialize";
import { hashToken } from "@/lib/secret/token";

const WINDOW_SECONDS = 300;
/** Per account and address, so that a stranger's guesses never lock out the real user. */
const MAX_FOR_ACCOUNT_FROM_ADDRESS = 10;
const MAX_FROM_ADDRESS = 100;
/** Of one address. A check takes one of Node's four threads, which also read files. */
const CHECKS_AT_ONCE = 3;

/** Whose password is guessed: what was typed, and the user whom that names, if any. */
export type Target = { typed: string; userId: number | null };

/** `spent`: there were too many wrong ones for the user by other names, so that even the right one is none. */
export type Proof = "right" | "wrong" | "spent";

/**
 * Checks a password; fails with 429 after too many wrong ones in the last five minutes. A few of one address are checked at
 * once, but judged one after the other, so that simultaneous guesses all count: what is refused then tells nothing of its check.
 */
export function throttleGuesses(
  db: Db,
  target: Target,
  ip: string,
  check: () => Promise<boolean>,
  signal?: AbortSignal,
): Promise<Proof> {
  const network = networkOf(ip);
  return inTurn({ key: `sign-in ${network}`, atOnce: CHECKS_AT_ONCE, signal }, async () => {
    // First, for a check costs much.
    await refuseGuessing(db, target, network);
    const isRight = await check();
    return serialize(`judge ${network}`, () => judge(db, target, network, isRight));
  });
}

async function judge(db: Db, target: Target, ip: string, isRight: boolean): Promise<Proof> {
  const isSpent = await refuseGuessing(db, target, ip);
  await (isRight && !isSpent ? clearFailures : recordFailure)(db, target, ip);
  if (isSpent) return "spent";
  return isRight ? "right" : "wrong";
}

/** Only the typed name counts for a 429: if a user's other names counted too, it would reveal that they belong together. */
async function refuseGuessing(db: Db, target: Target, ip: string): Promise<boolean> {
  const [typed, user] = keysOf(target);
  const [row] = await db
    .select({
      typed: sql<number>`count(*) filter (where ${loginAttempts.account} = ${typed})::int`,
      user: sql<number>`count(*) filter (where ${loginAttempts.account} = ${user})::int`,
      all: sql<number>`coalesce(sum(${loginAttempts.weight}), 0)::int`,
    })
    .from(loginAttempts)
    .where(
      and(eq(loginAttempts.ip, ip), gt(loginAttempts.created, sql`now() - make_interval(secs => ${WINDOW_SECONDS})`)),
    );
  if (!row) return false;
  if (row.typed < MAX_FOR_ACCOUNT_FROM_ADDRESS && row.all < MAX_FROM_ADDRESS)
    return row.user >= MAX_FOR_ACCOUNT_FROM_ADDRESS;
  throw new AppError("too_many", { key: "tooManyAttempts", retryAfterSeconds: WINDOW_SECONDS });
}

/** Records a wrong password, and deletes those that no longer count. */
async function recordFailure(db: Db, target: Target, ip: string): Promise<void> {
  const [typed, user] = keysOf(target);
  await db.insert(loginAttempts).values([
    { account: typed, ip },
    { account: user, ip, weight: 0 },
  ]);
  await db.delete(loginAttempts).where(lt(loginAttempts.created, sql`now() - interval '1 hour'`));
}

/** A correct password resets the count. */
export async function clearFailures(db: Db, target: Target, ip: string): Promise<void> {
  await db
    .delete(loginAttempts)
    .where(and(inArray(loginAttempts.account, keysOf(target)), eq(loginAttempts.ip, networkOf(ip))));
}

/** An unknown user gets a key too, so that every attempt takes the same time. */
const keysOf = ({ typed, userId }: Target): [typed: string, user: string] => {
  const name = typed.trim().toLowerCase();
  return [hashToken(name), hashToken(userId === null ? `nobody ${name}` : `user ${userId}`)];
};

/**
 * The network by which attempts are counted: an IPv6 subscriber has at least a /64 and can change addresses at will.
 */
export function networkOf(ip: string): string {
  const [address = ""] = ip.split("%", 1);
  if (!isIPv6(address)) return ip;
  // URL parsing normalizes the address.
  const [before = "", after = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [left, right] = [groupsOf(before), groupsOf(after)];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}

const groupsOf = (part: string): string[] => part.split(":").filter((group) => group !== "");
