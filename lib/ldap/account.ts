import type { Db } from "@/db/client";
import { LdapProblem } from "@/lib/ldap/problem";
import { AppError } from "@/lib/operation/errors";
import { settings } from "@/lib/settings/settings";
import { addExternalUser, type Person } from "@/lib/user/external";
import type { User } from "@/lib/user/schema";
import { findUser, getUserByEmail, lockUsers } from "@/lib/user/store";

/**
 * The account with the person's user name or e-mail address, created if there is none; beside identity providers only the
 * address counts. Null if that account has a local password, or if the two match different accounts. Throws LdapProblem if
 * the person cannot have an account.
 */
export async function accountOf(tx: Db, person: Person, ip: string): Promise<User | null> {
  // Two simultaneous first sign-ins must create one account.
  await lockUsers(tx);
  const byName = await findUser(tx, person.username);
  if (byName?.external !== false && settings().oidcProviders.length > 0)
    return accountByAddress(tx, byName ? { ...person, username: person.email } : person, ip);
  const byEmail = await findUser(tx, person.email);
  const account = byName ?? byEmail;
  if (account === null) return addAccount(tx, person, ip);
  const isOther = byEmail !== null && byEmail.id !== account.id;
  return account.external && !isOther ? account : null;
}

/** A user of an identity provider can have any user name, also one of the directory. */
async function accountByAddress(tx: Db, person: Person, ip: string): Promise<User | null> {
  const account = await getUserByEmail(tx, person.email);
  if (account === null) return addAccount(tx, person, ip);
  return account.external ? account : null;
}

async function addAccount(tx: Db, person: Person, ip: string): Promise<User> {
  try {
    return await addExternalUser(tx, person, ip);
  } catch (error) {
    throw error instanceof AppError ? new LdapProblem(error) : error;
  }
}
