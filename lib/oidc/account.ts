import { randomBytes } from "node:crypto";
import type { Db } from "@/db/client";
import { type Claims, claimText } from "@/lib/oidc/claims";
import { OidcProblem } from "@/lib/oidc/problem";
import { AppError } from "@/lib/operation/errors";
import { recordEvent } from "@/lib/operation/execute";
import type { OidcProvider } from "@/lib/settings/oidc";
import { addUser } from "@/lib/user/change";
import { NewUserInput } from "@/lib/user/schema";
import { findUser, getUserByEmail, lockUsers } from "@/lib/user/store";

export type Person = { email: string; username: string; name: string };

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
  const input = NewUserInput.safeParse({ ...person, username, external: true });
  if (!input.success) throw new OidcProblem("oidcFailed", input.error);
  const { id } = await addUser(tx, input.data, null).catch((error: unknown) => {
    throw error instanceof AppError ? new OidcProblem("oidcLocalAccount", error) : error;
  });
  const event = { object_type: "user", object_id: id, description: `User ${username} created` };
  await recordEvent(tx, event, { project: null, userId: id, ip });
  return id;
}
