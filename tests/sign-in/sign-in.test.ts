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
  test("is blocked after ten wrong ones for an account from one address, even with the right one", async () => {
    for (let guess = 0; guess < 10; guess++) expect(await statusOf(enter("wrong"))).toBe(401);
    expect(await statusOf(enter(PASSWORD))).toBe(429);
  });

  test("is limited the same when guesses are sent at once", async () => {
    expect(await guesses(Array.from({ length: 30 }, () => enter("wrong")))).toEqual({ wrong: 10, refused: 20 });
  });

  test("counts blanks and capitals as the same account", async () => {
    const names = ["owner", " owner", "owner ", "OWNER", "Owner"];
    const attempts = names.flatMap((auth) => [1, 2, 3, 4].map(() => enter("wrong", { auth })));
    expect(await guesses(attempts)).toEqual({ wrong: 10, refused: 10 });
  });

  test("counts user name and e-mail as one account, without revealing it", async () => {
    const email = "owner@example.com";
    expect(await guesses(Array.from({ length: 10 }, () => enter("wrong")))).toEqual({ wrong: 10, refused: 0 });
    for (let guess = 0; guess < 10; guess++) expect(await statusOf(enter(PASSWORD, { auth: email }))).toBe(401);
    for (const auth of ["owner", email]) expect(await statusOf(enter(PASSWORD, { auth }))).toBe(429);
    expect(await enter(PASSWORD, { auth: email, ip: "198.51.100.9" })).toMatchObject({ user: { id: w.userIds.owner } });
  });

  test("by one name is reset by a sign-in with the other", async () => {
    await guesses(Array.from({ length: 9 }, () => enter("wrong", { auth: "owner@example.com" })));
    await enter(PASSWORD);
    await guesses(Array.from({ length: 9 }, () => enter("wrong")));
    expect(await enter(PASSWORD)).toMatchObject({ user: { id: w.userIds.owner } });
  });

  test("counts toward a hundred per address, whether the account exists or not", async () => {
    const texts = Array.from({ length: 6 }, (_, index) => `nobody-${index}`);
    for (const known of [["owner", "owner@example.com", "manager", "guest", "admin", "runner"], texts]) {
      await db.delete(loginAttempts);
      await db
        .insert(loginAttempts)
        .values(Array.from({ length: 95 }, (_, index) => ({ account: `${index}`, ip: visitor.ip })));
      expect(await guesses(known.map((auth) => enter("wrong", { auth })))).toEqual({ wrong: 5, refused: 1 });
    }
  });

  test("is limited to a hundred per address when one password is tried on many accounts", async () => {
    await db
      .insert(loginAttempts)
      .values(Array.from({ length: 99 }, (_, index) => ({ account: `${index}`, ip: visitor.ip })));
    expect(await guesses(["a", "b", "c"].map((auth) => enter("wrong", { auth })))).toEqual({ wrong: 1, refused: 2 });
  });

  test("by a stranger never locks the user out, and a successful sign-in resets the user's own", async () => {
    await guesses(Array.from({ length: 12 }, () => enter("wrong", { ip: "198.51.100.7" })));
    for (let round = 0; round < 2; round++) {
      await guesses(Array.from({ length: 9 }, () => enter("wrong")));
      expect(await enter(PASSWORD)).toMatchObject({ user: { id: w.userIds.owner } });
    }
  });

  test("doesn't limit many concurrent valid sign-ins", async () => {
    const all = await Promise.all(Array.from({ length: 15 }, () => enter(PASSWORD)));
    expect(new Set(all.map(({ sessionId }) => sessionId)).size).toBe(15);
  });
});

test("an unknown user, one without a password and an external one get the same response", async () => {
  await db
    .update(users)
    .set({ external: true, password_hash: await hashPassword(PASSWORD) })
    .where(eq(users.id, w.userIds.guest));
  for (const auth of ["nobody", "manager", "guest", "owner'--"])
    expect(await refusal(enter(PASSWORD, { auth }))).toEqual({ status: 401, error: null });
});

test("a password that was changed while others guessed is no longer right", async () => {
  const before = guesses(Array.from({ length: 5 }, (_, index) => enter("wrong", { auth: `nobody-${index}` })));
  const late = enter(PASSWORD);
  await setPassword(db, w.userIds.owner, "another password");
  expect(await statusOf(late)).toBe(401);
  await before;
  await setPassword(db, w.userIds.owner, PASSWORD);
});
