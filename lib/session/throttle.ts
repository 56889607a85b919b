import { isIPv6 } from "node:net";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { loginAttempts } from "@/db/schema/login-attempts";
import { AppError } from "@/lib/operation/errors";
import { serialize } from "@/lib/operation/serialize";
import { hashToken } from "@/lib/secret/token";

const WINDOW_SECONDS = 300;
/** Per account and address, so that a stranger's guesses never lock out the real user. */
const MAX_FOR_ACCOUNT_FROM_ADDRESS = 10;
const MAX_FROM_ADDRESS = 100;

/**
 * Checks a password; fails with 429 after too many wrong ones in the last five minutes. Attempts from one address run
 * one after the other, so that simultaneous guesses all count.
 */
export function throttleGuesses(db: Db, account: string, ip: string, check: () => Promise<boolean>): Promise<boolean> {
  const network = networkOf(ip);
  return serialize(`sign-in ${network}`, async () => {
    await refuseGuessing(db, account, network);
    const right = await check();
    await (right ? clearFailures : recordFailure)(db, account, network);
    return right;
  });
}

async function refuseGuessing(db: Db, account: string, ip: string): Promise<void> {
  const key = accountKey(account);
  const [row] = await db
    .select({
      same: sql<number>`count(*) filter (where ${loginAttempts.account} = ${key})::int`,
      all: sql<number>`count(*)::int`,
    })
    .from(loginAttempts)
    .where(
      and(eq(loginAttempts.ip, ip), gt(loginAttempts.created, sql`now() - make_interval(secs => ${WINDOW_SECONDS})`)),
    );
  if (!row || (row.same < MAX_FOR_ACCOUNT_FROM_ADDRESS && row.all < MAX_FROM_ADDRESS)) return;
  throw new AppError("too_many", { key: "tooManyAttempts", retryAfterSeconds: WINDOW_SECONDS });
}

/** Records a wrong password, and deletes those that no longer count. */
async function recordFailure(db: Db, account: string, ip: string): Promise<void> {
  await db.insert(loginAttempts).values({ account: accountKey(account), ip });
  await db.delete(loginAttempts).where(lt(loginAttempts.created, sql`now() - interval '1 hour'`));
}

/** A correct password resets the count. */
export async function clearFailures(db: Db, account: string, ip: string): Promise<void> {
  await db
    .delete(loginAttempts)
    .where(and(eq(loginAttempts.account, accountKey(account)), eq(loginAttempts.ip, networkOf(ip))));
}

const accountKey = (account: string) => hashToken(account.trim().toLowerCase());

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
