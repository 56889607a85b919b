import type { Db } from "@/db/client";
import { LdapProblem } from "@/lib/ldap/problem";
import { AppError } from "@/lib/operation/errors";
import { addExternalUser, type Person } from "@/lib/user/external";
import type { User } from "@/lib/user/schema";
import { findUser, lockUsers } from "@/lib/user/store";

/**
 * The account with the person's user name or e-mail address, created if there is none. Null if that account has a
 * local password, or if the two match different accounts. Throws LdapProblem if the person cannot have an account.
 */
export async function accountOf(tx: Db, person: Person, ip: string): Promise<User | null> {
  // Two simultaneous first sign-ins must create one account.
  await lockUsers(tx);
  const [byName, byEmail] = [await findUser(tx, person.username), await findUser(tx, person.email)];
  const account = byName ?? byEmail;
  if (account === null) return addAccount(tx, person, ip);
  const isOther = byEmail !== null && byEmail.id !== account.id;
  return account.external && !isOther ? account : null;
}

async function addAccount(tx: Db, person: Person, ip: string): Promise<User> {
  try {
    return await addExternalUser(tx, person, ip);
  } catch (error) {
    throw error instanceof AppError ? new LdapProblem(error) : error;
  }
}
