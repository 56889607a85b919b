import {
  type Client,
  ConstraintViolationError,
  type Entry,
  Filter,
  InappropriateAuthError,
  InvalidCredentialsError,
  UnwillingToPerformError,
} from "ldapts";
import { withConnection } from "@/lib/ldap/connection";
import { LdapProblem } from "@/lib/ldap/problem";
import type { LdapSettings } from "@/lib/settings/ldap";
import type { Person } from "@/lib/user/external";

/** Results for a wrong password, and for accounts that are locked, disabled or have no password. */
const REFUSALS = [InvalidCredentialsError, InappropriateAuthError, UnwillingToPerformError, ConstraintViolationError];

/** The person with this user name and password; null if there is none. Throws LdapProblem if the directory fails. */
export async function findPerson(ldap: LdapSettings, login: string, password: string): Promise<Person | null> {
  const name = login.trim().toLowerCase();
  // Many directories accept a bind without a password as anonymous.
  if (name === "" || password === "" || `${name}${password}`.includes("\0")) return null;
  try {
    return await withConnection(ldap, async (client) => {
      if (ldap.bind) await client.bind(ldap.bind.dn, ldap.bind.password);
      const entry = await findEntry(client, ldap, name);
      return entry && (await acceptsPassword(client, entry, password)) ? personOf(entry, ldap) : null;
    });
  } catch (cause) {
    throw new LdapProblem(cause);
  }
}

async function findEntry(client: Client, ldap: LdapSettings, name: string): Promise<Entry | null> {
  const { searchEntries } = await client.search(ldap.searchDn, {
    filter: ldap.searchFilter.replaceAll("%s", () => Filter.escape(name)),
    attributes: Object.values(ldap.attributes),
    sizeLimit: 2,
  });
  if (searchEntries.length > 1) throw new Error("the search filter matches more than one entry");
  return searchEntries[0] ?? null;
}

async function acceptsPassword(client: Client, { dn }: Entry, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (REFUSALS.some((refusal) => error instanceof refusal)) return false;
    throw error;
  }
}

function personOf(entry: Entry, { attributes }: LdapSettings): Person {
  const username = firstValue(entry, attributes.username).toLowerCase();
  const email = firstValue(entry, attributes.email);
  if (username === "" || email === "")
    throw new Error(`${entry.dn} lacks ${username === "" ? attributes.username : attributes.email}`);
  return { username, email, name: firstValue(entry, attributes.name) || username };
}

/** The first value of an attribute; directories may return its name in a different case. */
function firstValue(entry: Entry, attribute: string): string {
  const [, values] = Object.entries(entry).find(([name]) => name.toLowerCase() === attribute.toLowerCase()) ?? [];
  const [value] = [values].flat();
  return typeof value === "string" ? value.trim() : "";
}
