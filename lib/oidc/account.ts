import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import { type Claims, claimText } from "@/lib/oidc/claims";
import { OidcProblem } from "@/lib/oidc/problem";
import { AppError } from "@/lib/operation/errors";
import type { OidcProvider } from "@/lib/settings/oidc";
import { addExternalUser, type Person } from "@/lib/user/external";
import { findUser, getUserByEmail, lockUsers } from "@/lib/user/store";

/** Who the claims speak of. An address the provider itself calls unverified could be anybody's. */
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

/** The account with the person's e-mail address, made if there is none. One that has a password here is never taken over. */
export async function accountOf(tx: Db, person: Person, ip: string): Promise<number> {
  // Two first sign-ins at once make one account.
  await lockUsers(tx);
  const found = await getUserByEmail(tx, person.email);
  if (found?.external) return found.id;
  if (found) throw new OidcProblem("oidcLocalAccount");
  const username = (await findUser(tx, person.username)) ? person.email : person.username;
  try {
    return (await addExternalUser(tx, { ...person, username }, ip)).id;
  } catch (error) {
    throw error instanceof AppError
      ? new OidcProblem(isTaken(error) ? "oidcLocalAccount" : "oidcFailed", error)
      : error;
  }
}

const isTaken = ({ details }: AppError): boolean => details.issues?.some(({ key }) => key === "usernameTaken") ?? false;
