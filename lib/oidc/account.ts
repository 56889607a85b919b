import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import { type Claims, claimText } from "@/lib/oidc/claims";
import { OidcProblem } from "@/lib/oidc/problem";
import { AppError } from "@/lib/operation/errors";
import type { OidcProvider } from "@/lib/settings/oidc";
import { addExternalUser, type Person } from "@/lib/user/external";
import { looksLikeOneOf } from "@/lib/user/look-alike";
import { findUser, getUserByEmail, lockUsers, otherNames } from "@/lib/user/store";

/** The person the claims describe. An address that the provider calls unverified could be anyone's. */
export function personOf(provider: OidcProvider, claims: Claims): Person {
  const email = claimText(provider.email_claim, claims);
  if (!email) throw new OidcProblem("oidcNoEmail");
  if (claims.email_verified === false || claims.email_verified === "false")
    throw new OidcProblem("oidcEmailUnverified");
  return {
    email,
    username: claimText(provider.username_claim, claims) || randomBytes(8).toString("hex"),
    name: claimText(provider.name_claim, claims) || "Anonymous",
  };
}

/**
 * The account with the person's e-mail address, created if there is none. An account with a local password is never
 * taken over.
 */
export async function accountOf(tx: Db, person: Person, ip: string): Promise<number> {
  // Two simultaneous first sign-ins must create one account.
  await lockUsers(tx);
  const found = await getUserByEmail(tx, person.email);
  if (found?.external) return found.id;
  if (found) throw new OidcProblem("oidcLocalAccount");
  const username = (await isFree(tx, person.username)) ? person.username : person.email;
  try {
    return (await addExternalUser(tx, { ...person, username }, ip)).id;
  } catch (error) {
    throw error instanceof AppError
      ? new OidcProblem(isTaken(error) ? "oidcLocalAccount" : "oidcFailed", error)
      : error;
  }
}

/** A name that is taken, or looks like a taken one, is replaced by the address. */
const isFree = async (tx: Db, username: string): Promise<boolean> =>
  !(await findUser(tx, username)) && !looksLikeOneOf(username, await otherNames(tx, null));

const isTaken = ({ details }: AppError): boolean => details.issues?.some(({ key }) => key === "usernameTaken") ?? false;
