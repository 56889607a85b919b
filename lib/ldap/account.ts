import type { Db } from "@/db/client";
import { LdapProblem } from "@/lib/ldap/problem";
import { AppError } from "@/lib/operation/errors";
import { addExternalUser, type Person } from "@/lib/user/external";
import type { User } from "@/lib/user/schema";
import { findUser, lockUsers } from "@/lib/user/store";

/**
 * The account with the person's user name or e-mail address, made if there is none. Null when it is one that has its password
 * here, or when the two lead to different ones. Throws LdapProblem when the person cannot have one.
 */
export async function accountOf(tx: Db, person: Person, ip: string): Promise<User | null> {
  // Two first sign-ins at once make one account.
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
