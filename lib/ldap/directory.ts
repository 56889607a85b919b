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

/** What a directory answers to a wrong password, and for an account that is locked, disabled or has no password. */
const REFUSALS = [InvalidCredentialsError, InappropriateAuthError, UnwillingToPerformError, ConstraintViolationError];

/** The person with this user name and password; null when there is none. Throws LdapProblem when the directory fails. */
export async function findPerson(ldap: LdapSettings, login: string, password: string): Promise<Person | null> {
  const name = login.trim().toLowerCase();
  // A bind without a password succeeds at many directories, for everybody.
  if (name === "" || password === "" || `${name}${password}`.includes("\0")) return null;
  try {
    return await withConnection(ldap, async (client) => {
      if (ldap.bind) await client.bind(ldap.bind.dn, ldap.bind.password);
      const entry = await findEntry(client, ldap, name);
      return entry && (await isTheirs(client, entry, password)) ? personOf(entry, ldap) : null;
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
  if (searchEntries.length > 1) throw new Error("the search filter fits more than one entry");
  return searchEntries[0] ?? null;
}

async function isTheirs(client: Client, { dn }: Entry, password: string): Promise<boolean> {
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

/** The first value of an attribute, whose name the directory may write in letters of its own. */
function firstValue(entry: Entry, attribute: string): string {
  const [, values] = Object.entries(entry).find(([name]) => name.toLowerCase() === attribute.toLowerCase()) ?? [];
  const [value] = [values].flat();
  return typeof value === "string" ? value.trim() : "";
}
