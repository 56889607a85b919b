import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { loginAttempts } from "@/db/schema/login-attempts";
import { users } from "@/db/schema/users";
import { hashPassword } from "@/lib/secret/password";
import { signIn } from "@/lib/sign-in/sign-in";
import { freshDatabase } from "../support/database";
import { refusal, setPassword, world } from "../support/world";

const PASSWORD = "correct horse battery";
const db = await freshDatabase();
const w = await world(db);
await setPassword(db, w.userIds.owner, PASSWORD);
beforeEach(() => db.delete(loginAttempts));

const visitor = { ip: "192.0.2.1", userAgent: "tests" };
const enter = (password: string, { auth = "owner", ip = visitor.ip } = {}) =>
  signIn(db, { auth, password }, { ...visitor, ip });
const statusOf = async (attempt: Promise<unknown>) => (await refusal(attempt)).status;
const guesses = async (attempts: Promise<unknown>[]) => {
  const statuses = await Promise.all(attempts.map(statusOf));
  return {
    wrong: statuses.filter((status) => status === 401).length,
    refused: statuses.filter((status) => status === 429).length,
  };
};

describe("guessing passwords", () => {
  test("ten wrong ones for an account from one address, then none for a while, not even the right one", async () => {
    for (let guess = 0; guess < 10; guess++) expect(await statusOf(enter("wrong"))).toBe(401);
    expect(await statusOf(enter(PASSWORD))).toBe(429);
  });

  test("guesses sent at once count like any others", async () => {
    expect(await guesses(Array.from({ length: 30 }, () => enter("wrong")))).toEqual({ wrong: 10, refused: 20 });
  });

  test("blanks and capitals make no other account of it", async () => {
    const names = ["owner", " owner", "owner ", "OWNER", "Owner"];
    const attempts = names.flatMap((auth) => [1, 2, 3, 4].map(() => enter("wrong", { auth })));
    expect(await guesses(attempts)).toEqual({ wrong: 10, refused: 10 });
  });

  test("user name and e-mail are one account, and no answer tells that they are", async () => {
    const email = "owner@example.com";
    expect(await guesses(Array.from({ length: 10 }, () => enter("wrong")))).toEqual({ wrong: 10, refused: 0 });
    for (let guess = 0; guess < 10; guess++) expect(await statusOf(enter(PASSWORD, { auth: email }))).toBe(401);
    for (const auth of ["owner", email]) expect(await statusOf(enter(PASSWORD, { auth }))).toBe(429);
    expect(await enter(PASSWORD, { auth: email, ip: "198.51.100.9" })).toMatchObject({ user: { id: w.userIds.owner } });
  });

  test("a good sign-in by one name forgets the wrong ones by the other", async () => {
    await guesses(Array.from({ length: 9 }, () => enter("wrong", { auth: "owner@example.com" })));
    await enter(PASSWORD);
    await guesses(Array.from({ length: 9 }, () => enter("wrong")));
    expect(await enter(PASSWORD)).toMatchObject({ user: { id: w.userIds.owner } });
  });

  test("a wrong password is one of a hundred, whether there is such an account or not", async () => {
    const texts = Array.from({ length: 6 }, (_, index) => `nobody-${index}`);
    for (const known of [["owner", "owner@example.com", "manager", "guest", "admin", "runner"], texts]) {
      await db.delete(loginAttempts);
      await db
        .insert(loginAttempts)
        .values(Array.from({ length: 95 }, (_, index) => ({ account: `${index}`, ip: visitor.ip })));
      expect(await guesses(known.map((auth) => enter("wrong", { auth })))).toEqual({ wrong: 5, refused: 1 });
    }
  });

  test("one password for many accounts ends at a hundred from one address", async () => {
    await db
      .insert(loginAttempts)
      .values(Array.from({ length: 99 }, (_, index) => ({ account: `${index}`, ip: visitor.ip })));
    expect(await guesses(["a", "b", "c"].map((auth) => enter("wrong", { auth })))).toEqual({ wrong: 1, refused: 2 });
  });

  test("a stranger's guesses never lock the real user out, and a good sign-in forgets one's own", async () => {
    await guesses(Array.from({ length: 12 }, () => enter("wrong", { ip: "198.51.100.7" })));
    for (let round = 0; round < 2; round++) {
      await guesses(Array.from({ length: 9 }, () => enter("wrong")));
      expect(await enter(PASSWORD)).toMatchObject({ user: { id: w.userIds.owner } });
    }
  });

  test("many good sign-ins at once all pass", async () => {
    const all = await Promise.all(Array.from({ length: 15 }, () => enter(PASSWORD)));
    expect(new Set(all.map(({ sessionId }) => sessionId)).size).toBe(15);
  });
});

test("an unknown user, one without a password and an external one get the same answer", async () => {
  await db
    .update(users)
    .set({ external: true, password_hash: await hashPassword(PASSWORD) })
    .where(eq(users.id, w.userIds.guest));
  for (const auth of ["nobody", "manager", "guest", "owner'--"])
    expect(await refusal(enter(PASSWORD, { auth }))).toEqual({ status: 401, error: null });
});
