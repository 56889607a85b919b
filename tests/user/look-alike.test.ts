import { desc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, test } from "vitest";
import { events } from "@/db/schema/events";
import { users } from "@/db/schema/users";
import { accountOf as ldapAccount } from "@/lib/ldap/account";
import { LdapProblem } from "@/lib/ldap/problem";
import { accountOf as oidcAccount } from "@/lib/oidc/account";
import { OidcProblem } from "@/lib/oidc/problem";
import { looksLikeOneOf } from "@/lib/user/look-alike";
import { createUser, getUser, updateUser } from "@/lib/user/operations";
import { freshDatabase } from "../support/database";
import { refusal, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
});

const CYRILLIC = "\u0430dmin";
const FULL_WIDTH = "\uff41\uff44\uff4d\uff49\uff4e";
const ZERO_WIDTH = "ad\u200bmin";
const MATHEMATICAL = "\u{1d41a}dmin";

test.each([
  ["Cyrillic", CYRILLIC, true],
  ["full width", FULL_WIDTH, true],
  ["zero width", ZERO_WIDTH, true],
  ["mathematical", MATHEMATICAL, true],
  ["a soft hyphen", "ad\u00admin", true],
  ["rn for m", "adrnin", true],
  ["capitals", "ADMIN", true],
  ["another name", "admins", false],
  ["an accent", "\u00e0dmin", false],
])("%s: %j", (_kind, name, expected) => {
  expect(looksLikeOneOf(name, ["somebody", "admin"])).toBe(expected);
});

test("names are compared as typed and in lower case", () => {
  expect(looksLikeOneOf("BlLL", ["BILL"])).toBe(true);
  expect(looksLikeOneOf("r00t", ["root"])).toBe(true);
  expect(looksLikeOneOf("b\u03bfb", ["BOB"])).toBe(true);
});

test("plain ASCII addresses may look alike, others may not", () => {
  expect(looksLikeOneOf("bob1@example.com", ["bobl@example.com"])).toBe(false);
  expect(looksLikeOneOf("b\u043eb@example.com", ["bob@example.com"])).toBe(true);
});

let count = 0;
const body = (username: string) => {
  count += 1;
  return { username, name: "Somebody", email: `address${count}@example.com`, password: "a password" };
};
const create = (username: string) => w.call(createUser, "admin", {}, body(username));
const LOOKS_ALIKE = "Too similar to the username or email of another account";

describe("an account", () => {
  it.each([CYRILLIC, ZERO_WIDTH])("can't be created with a name that looks like another's: %j", async (username) => {
    expect(await refusal(create(username))).toEqual({ status: 400, error: `username: ${LOOKS_ALIKE}` });
  });

  it("has its name in one normalized form, which others can't take", async () => {
    expect(await refusal(create(FULL_WIDTH))).toMatchObject({ status: 400, error: expect.stringContaining("taken") });
    expect(await create("\uff45\uff56\uff45")).toMatchObject({ username: "eve" });
  });

  it("can't be renamed to one, nor get such an address", async () => {
    const user = await create("renamed");
    const put = (changes: object) => w.call(updateUser, "admin", { userId: user.id }, { ...user, ...changes });
    expect(await refusal(put({ username: CYRILLIC }))).toEqual({ status: 400, error: `username: ${LOOKS_ALIKE}` });
    const email = "\u0430dmin@example.com";
    expect(await refusal(put({ email }))).toEqual({ status: 400, error: `email: ${LOOKS_ALIKE}` });
    await put({ username: "\uff46ree" });
    const [event] = await db.select().from(events).orderBy(desc(events.id)).limit(1);
    expect(event).toMatchObject({
      description: "User free updated",
      changes: { username: { from: "renamed", to: "free" } },
    });
    expect(await w.call(getUser, "admin", { userId: user.id })).toMatchObject({ username: "free" });
  });

  it("that already has such a name keeps it through other changes", async () => {
    const row = { username: CYRILLIC, name: "Old", email: "old@example.com" };
    const [old] = await db.insert(users).values(row).returning();
    await w.call(updateUser, "admin", { userId: old?.id }, { ...row, name: "New" });
    expect(await w.call(getUser, "admin", { userId: old?.id })).toMatchObject({ username: CYRILLIC, name: "New" });
    await db.delete(users).where(eq(users.id, old?.id ?? 0));
  });
});

describe("a first sign-in", () => {
  const person = (username: string, email: string) => ({ username, email, name: "Outsider" });

  it("through a directory is rejected with a name that looks like another's", async () => {
    const call = db.transaction((tx) => ldapAccount(tx, person(CYRILLIC, "ldap@example.com"), "127.0.0.1"));
    await expect(call).rejects.toThrow(LdapProblem);
  });

  it("through a provider uses the address for a name, and is rejected if that looks like another's too", async () => {
    const id = await db.transaction((tx) => oidcAccount(tx, person(CYRILLIC, "oidc@example.com"), "127.0.0.1"));
    expect(await w.call(getUser, "admin", { userId: id })).toMatchObject({ username: "oidc@example.com" });
    const again = await db.transaction((tx) => oidcAccount(tx, person(CYRILLIC, "oidc@example.com"), "127.0.0.1"));
    expect(again).toBe(id);
    const forged = person("other", "\u043eidc@example.com");
    await expect(db.transaction((tx) => oidcAccount(tx, forged, "127.0.0.1"))).rejects.toThrow(OidcProblem);
  });
});
