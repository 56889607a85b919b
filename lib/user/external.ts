import type { Db } from "@/db/client";
import { parse } from "@/lib/operation/parse";
import { recordEvent } from "@/lib/operation/record-event";
import { addUser, userEvent } from "@/lib/user/change";
import { NewUserInput, type User } from "@/lib/user/schema";

/** A person authenticated by another service. */
export type Person = { email: string; username: string; name: string };

/** Creates the account of a person who signs in for the first time. Fails as invalid, e.g. with `usernameTaken`. */
export async function addExternalUser(tx: Db, person: Person, ip: string): Promise<User> {
  const user = await addUser(tx, parse(NewUserInput, { ...person, external: true }), null);
  await recordEvent(tx, userEvent(user, "created"), { project: null, userId: user.id, ip });
  return user;
}
