import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from "vitest";
import { loginAttempts } from "@/db/schema/login-attempts";
import { users } from "@/db/schema/users";
import { findPerson } from "@/lib/ldap/directory";
import { accountOf } from "@/lib/oidc/account";
import { REMOTE_HEADER } from "@/lib/operation/http/request";
import { hashPassword } from "@/lib/secret/password";
import { settings } from "@/lib/settings/settings";
import { authOptions } from "@/lib/sign-in/next-auth";
import { Site } from "../api/support/site";
import { freePort } from "../support/listen";
import { requireTool } from "../support/tools";
import { setPassword } from "../support/world";
import { setDirectory } from "./directory-settings";
import { Slapd } from "./slapd";

const test = requireTool("slapd", "slapadd");

const LOCAL = "kept here";
const PASSWORD = "kept in the directory";
const site = await Site.open();
const { db, userIds } = site.w;
let slapd: Slapd;

beforeAll(async () => {
  for (const id of [userIds.admin, userIds.owner]) await setPassword(db, id, LOCAL);
  slapd = await Slapd.start([
    { uid: "Ada", mail: "Ada@example.com", cn: "Ada Lovelace", password: PASSWORD },
    { uid: "o*(x)", mail: "star@example.com", password: PASSWORD },
    { uid: "jörg", mail: "joerg@example.com", password: PASSWORD },
    { uid: "twin", mail: "one@example.com", password: PASSWORD },
    { uid: "twin", mail: "two@example.com", password: PASSWORD, unit: "others" },
    { uid: "owner", mail: "elsewhere@example.com", password: PASSWORD },
    { uid: "copycat", mail: "ADMIN@example.com", password: PASSWORD },
    { uid: "between", mail: "bound@example.com", password: PASSWORD },
    { uid: "carol", mail: "carol@example.com", password: PASSWORD },
    { uid: "eve", mail: "eve@example.com", password: PASSWORD },
    { uid: "dave", mail: "dave@example.com", password: PASSWORD },
    { uid: "nomail", password: PASSWORD },
    { uid: "nopassword", mail: "nopassword@example.com" },
  ]);
});
afterAll(() => slapd?.stop());
beforeEach(async () => {
  await db.delete(loginAttempts);
  slapd.log.length = 0;
  setDirectory(slapd.url);
});

/** The status of a sign-in, and the signed-in user. */
async function signIn(auth: string, password: string) {
  const { status, headers } = await site.call("anonymous", "POST", "/auth/login", { body: { auth, password } });
  const cookie = (headers.get("set-cookie") ?? "").split(";")[0];
  if (!cookie) return { status };
  return { status, user: (await site.call("anonymous", "GET", "/user", { headers: { cookie } })).body };
}

describe("signing in through the directory", () => {
  test("creates an external account, and finds it again by user name and e-mail address", async () => {
    const first = await signIn(" ADA ", PASSWORD);
    expect(first).toMatchObject({
      status: 204,
      user: { username: "ada", name: "Ada Lovelace", email: "Ada@example.com", external: true, admin: false },
    });
    expect(await signIn("ada", PASSWORD)).toEqual(first);
    expect(await signIn("ada@example.com", PASSWORD)).toEqual(first);
    expect(await db.$count(users, eq(users.name, "Ada Lovelace"))).toBe(1);
  });

  test("creates one account for two concurrent first sign-ins", async () => {
    const both = await Promise.all(["jörg", "JÖRG"].map((auth) => signIn(auth, PASSWORD)));
    expect(both.map(({ status }) => status)).toEqual([204, 204]);
    expect(both[0]?.user).toMatchObject({ username: "jörg" });
    expect(both[1]?.user).toEqual(both[0]?.user);
  });

  test("rejects a wrong password, an entry without one and an unknown name alike", async () => {
    for (const auth of ["ada", "nopassword", "nobody"])
      expect(await signIn(auth, "wrong"), auth).toEqual({ status: 401 });
  });

  test("ignores a local password of a directory account, and can't set one", async () => {
    const { user } = (await signIn("ada", PASSWORD)) as { user: { id: number } };
    const change = await site.call("admin", "POST", `/users/${user.id}/password`, {
      body: { password: "another one" },
    });
    expect(change.status).toBe(400);
    await db
      .update(users)
      .set({ password_hash: await hashPassword(LOCAL) })
      .where(eq(users.id, user.id));
    expect(await signIn("ada", LOCAL)).toEqual({ status: 401 });
  });

  test("requires a single entry with an e-mail address", async () => {
    expect(await signIn("twin", PASSWORD)).toEqual({ status: 500 });
    expect(await signIn("nomail", PASSWORD)).toEqual({ status: 500 });
    expect(await signIn("nomail", "wrong")).toEqual({ status: 401 });
  });
});

describe("accounts with a local password", () => {
  test("sign in with it without asking the directory, and are never taken over", async () => {
    expect(await signIn("admin", LOCAL)).toMatchObject({ status: 204, user: { id: userIds.admin } });
    expect(await signIn("owner", LOCAL)).toMatchObject({ status: 204, user: { id: userIds.owner } });
    await slapd.caughtUp();
    expect(slapd.binds).toEqual([]);
    expect(await signIn("owner", PASSWORD)).toEqual({ status: 401 });
    expect(await signIn("copycat", PASSWORD)).toEqual({ status: 401 });
  });

  test("can sign in while the directory is down; all other sign-ins report the failure", async () => {
    setDirectory(`ldap://127.0.0.1:${await freePort()}`);
    expect(await signIn("admin", LOCAL)).toMatchObject({ status: 204 });
    const failed = await site.call("anonymous", "POST", "/auth/login", { body: { auth: "admin", password: "wrong" } });
    expect(failed).toMatchObject({ status: 500, text: "" });
    expect(await signIn("ada", PASSWORD)).toEqual({ status: 500 });
    expect(await signIn("nobody", PASSWORD)).toEqual({ status: 500 });
  });

  test("can't sign in while password sign-in is disabled; directory accounts can", async () => {
    setDirectory(slapd.url, { SIGNALBOX_PASSWORD_LOGIN_DISABLED: "on" });
    const options = await site.call("anonymous", "GET", "/auth/login");
    expect(options.body).toMatchObject({ login_with_password: true });
    expect(await signIn("admin", LOCAL)).toEqual({ status: 401 });
    expect(await signIn("ada", PASSWORD)).toMatchObject({ status: 204 });
    delete process.env.SIGNALBOX_PASSWORD_LOGIN_DISABLED;
  });

  test("an entry whose name and address match two accounts is rejected", async () => {
    const other = { name: "Other", external: true };
    await db.insert(users).values([
      { ...other, username: "between", email: "free@example.com" },
      { ...other, username: "free", email: "bound@example.com" },
    ]);
    expect(await signIn("between", PASSWORD)).toEqual({ status: 401 });
  });
});

describe("beside an identity provider, whose users can have any user name,", () => {
  const hub = { client_id: "signalbox", provider_url: "https://hub.example.com" };
  const provider = {
    SIGNALBOX_PUBLIC_URL: "https://signalbox.example.com",
    SIGNALBOX_OIDC_PROVIDERS: JSON.stringify({ hub }),
  };
  beforeEach(() => setDirectory(slapd.url, provider));
  afterEach(() => {
    for (const name of Object.keys(provider)) delete process.env[name];
  });
  const throughProvider = (username: string, email: string) =>
    db.transaction((tx) => accountOf(tx, { username, email, name: username }, "127.0.0.1"));

  test("a stranger's account of that name is never entered; the new one is named by the address", async () => {
    const stranger = await throughProvider("carol", "mallory@example.com");
    const own = { username: "carol@example.com", email: "carol@example.com", external: true };
    const first = await signIn("carol", PASSWORD);
    expect(first).toMatchObject({ status: 204, user: own });
    expect(await signIn("carol@example.com", PASSWORD)).toEqual(first);
    expect(await throughProvider("carol", "mallory@example.com")).toBe(stranger);
  });

  test("nor is one that is named like the address", async () => {
    await throughProvider("dave@example.com", "mallory2@example.com");
    expect(await signIn("dave", PASSWORD)).toEqual({ status: 500 });
  });

  test("the account with the address is found, whatever its name", async () => {
    expect(await signIn("ada", PASSWORD)).toMatchObject({ status: 204, user: { username: "ada" } });
    const id = await throughProvider("eve.external", "Eve@example.com");
    expect(await signIn("eve", PASSWORD)).toMatchObject({ status: 204, user: { id, username: "eve.external" } });
  });

  test("an account with a local password is not taken over", async () => {
    expect(await signIn("owner", PASSWORD)).toEqual({ status: 401 });
    expect(await signIn("copycat", PASSWORD)).toEqual({ status: 401 });
  });
});

describe("the sign-in input", () => {
  test("is a name, never a filter", async () => {
    const names = ["*", "a*", "*)(uid=*))(|(uid=*", "ada)(mail=*", "\\2a", "ada\\00"];
    for (const auth of names) expect(await signIn(auth, PASSWORD), auth).toEqual({ status: 401 });
    await slapd.caughtUp();
    expect(slapd.searches).toHaveLength(names.length);
  });

  test("finds an entry whose name contains filter characters", async () => {
    expect(await signIn("o*(x)", PASSWORD)).toMatchObject({ status: 204, user: { username: "o*(x)" } });
    expect(await signIn("o*", PASSWORD)).toEqual({ status: 401 });
  });

  test("never reaches the directory with an empty password or a NUL", async () => {
    for (const [auth, password] of [
      ["ada", ""],
      ["ada\0", PASSWORD],
      ["ada", `${PASSWORD}\0`],
      [" ", PASSWORD],
    ] as const) {
      const { status } = await site.call("anonymous", "POST", "/auth/login", { body: { auth, password } });
      expect(status).toBe(400);
      const { ldap } = settings();
      expect(ldap && (await findPerson(ldap, auth, password))).toBeNull();
    }
    await slapd.caughtUp();
    expect(slapd.binds).toEqual([]);
  });

  test("is limited to ten wrong passwords, even while the directory is down", async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess++) statuses.push((await signIn("ada", "wrong")).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    await slapd.caughtUp();
    expect(slapd.binds.filter((dn) => dn.startsWith("uid=Ada"))).toHaveLength(10);
    await db.delete(loginAttempts);
    setDirectory(`ldap://127.0.0.1:${await freePort()}`);
    const meanwhile: number[] = [];
    for (let guess = 0; guess < 11; guess++) meanwhile.push((await signIn("admin", "wrong")).status);
    expect(meanwhile).toEqual([...Array(10).fill(500), 429]);
  });

  test("resets the limit after a successful sign-in", async () => {
    for (let round = 0; round < 2; round++) {
      for (let guess = 0; guess < 9; guess++) await signIn("ada", "wrong");
      expect(await signIn("ada", PASSWORD)).toMatchObject({ status: 204 });
    }
  });
});

test("a rejected service account is reported as a failure of the directory, not as a wrong password", async () => {
  setDirectory(slapd.url, { SIGNALBOX_LDAP_BIND_PASSWORD: "wrong" });
  expect(await signIn("ada", PASSWORD)).toEqual({ status: 500 });
  setDirectory(slapd.url, { SIGNALBOX_LDAP_SEARCH_DN: "ou=nowhere,dc=example,dc=com" });
  expect(await signIn("ada", PASSWORD)).toEqual({ status: 500 });
});

describe("the sign-in form", () => {
  /** The result for next-auth; a thrown text is the name of the form's message. */
  async function enter(auth: string, password: string) {
    const [provider] = authOptions().providers;
    if (provider?.type !== "credentials") throw new Error("no form");
    const request = {
      headers: { [REMOTE_HEADER]: "192.0.2.7", "user-agent": "tests" },
      body: {},
      query: {},
      method: "POST",
    };
    return provider.options.authorize({ auth, password }, request);
  }

  test("uses the same rules, and reports a failure of the directory", async () => {
    expect(await enter("ada", PASSWORD)).toMatchObject({ name: "Ada Lovelace", sessionId: expect.any(String) });
    expect(await enter("ada", "wrong")).toBeNull();
    expect(await enter("ada", "")).toBeNull();
    await expect(enter("twin", PASSWORD)).rejects.toThrow(/^ldapFailed$/);
  });
});
