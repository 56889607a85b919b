import { desc, eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { apiTokens } from "@/db/schema/api-tokens";
import { events } from "@/db/schema/events";
import { loginAttempts } from "@/db/schema/login-attempts";
import { sessions } from "@/db/schema/sessions";
import { users } from "@/db/schema/users";
import { execute } from "@/lib/operation/execute";
import { hashPassword } from "@/lib/secret/password";
import { createToken } from "@/lib/session/operations";
import { openSession } from "@/lib/session/sessions";
import { insertToken } from "@/lib/session/tokens";
import { signIn } from "@/lib/sign-in/sign-in";
import { changePassword, getCurrentUser, updateUser } from "@/lib/user/operations";
import { heardDuring } from "../support/announcements";
import { freshDatabase } from "../support/database";
import { tablesWith } from "../support/tables";
import { type Person, refusal, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
const VISITOR = { ip: "127.0.0.1", userAgent: "tests" };
const OLD = "the old password";
let w: World;
let oldHash: string;
beforeAll(async () => {
  w = await world(db);
  oldHash = await hashPassword(OLD);
});
beforeEach(async () => {
  await db.update(users).set({ password_hash: oldHash });
  await db.delete(loginAttempts);
  await db.update(sessions).set({ created: sql`now() - interval '16 minutes'` });
});

const guest = () => ({ userId: w.userIds.guest });
const sessionsOf = (userId: number) => db.select().from(sessions).where(eq(sessions.user_id, userId));
const mayEnter = (auth: string, password: string) =>
  signIn(db, { auth, password }, VISITOR).then(
    () => true,
    () => false,
  );

describe("the user's own password", () => {
  it("changes with the current one; the current session stays, all others end", async () => {
    await openSession(db, w.userIds.guest, VISITOR);
    const heard = await heardDuring(() =>
      w.call(changePassword, "guest", guest(), { password: "the new one", current_password: OLD }),
    );
    expect(heard).toEqual([{ type: "access", user_id: w.userIds.guest }]);
    expect(await sessionsOf(w.userIds.guest)).toHaveLength(1);
    expect(await w.call(getCurrentUser, "guest", {})).toMatchObject({ username: "guest" });
    expect([await mayEnter("guest", "the new one"), await mayEnter("guest", OLD)]).toEqual([true, false]);
    expect(await tablesWith(db, "the new one")).toEqual([]);
  });

  it.each([
    [{ password: "new" }, "current_password: The current password is required"],
    [{ password: "new", current_password: "" }, "current_password: The current password is required"],
    [{ password: "new", current_password: "wrong" }, "current_password: The current password is incorrect"],
    [{ password: "", current_password: OLD }, "password: Password is required"],
    [{ current_password: OLD }, "password: Password is required"],
    [{ password: "x".repeat(1025), current_password: OLD }, "password: At most 1024 characters"],
  ])("can't be changed with %o", async (body, error) => {
    expect(await refusal(w.call(changePassword, "guest", guest(), body))).toEqual({ status: 400, error });
    expect(await mayEnter("guest", OLD)).toBe(true);
  });

  it("changes without the current one in a session of the last 15 minutes, but never with an API token", async () => {
    const { id: token } = await insertToken(db, w.userIds.guest);
    const caller = { credentials: { kind: "token" as const, token }, ...VISITOR };
    await db.update(sessions).set({ created: sql`now() - interval '14 minutes'` });
    expect(await refusal(execute(changePassword, caller, guest(), { password: "new" }, db))).toEqual({
      status: 400,
      error: "current_password: The current password is required",
    });
    const guess = { password: "new", current_password: "wrong" };
    expect(await refusal(w.call(changePassword, "guest", guest(), guess))).toMatchObject({ status: 400 });
    await w.call(changePassword, "guest", guest(), { password: "new" });
    expect([await mayEnter("guest", "new"), await mayEnter("guest", OLD)]).toEqual([true, false]);
  });

  it("requires the current one of administrators too", async () => {
    const call = w.call(changePassword, "admin", { userId: w.userIds.admin }, { password: "new" });
    expect(await refusal(call)).toMatchObject({ status: 400 });
  });

  it("can't be changed through the account either", async () => {
    const account = { username: "guest", name: "Guest", email: "guest@example.com" };
    const put = (changes: object) => w.call(updateUser, "guest", guest(), { ...account, ...changes });
    expect(await refusal(put({ password: "new" }))).toEqual({
      status: 400,
      error: "current_password: The current password is required",
    });
    expect(await mayEnter("guest", OLD)).toBe(true);
    await put({ password: "new", current_password: OLD });
    expect(await mayEnter("guest", "new")).toBe(true);
  });

  it("can't be guessed through an open session", async () => {
    const guess = () =>
      refusal(w.call(changePassword, "guest", guest(), { password: "new", current_password: "a guess" }));
    for (let i = 0; i < 10; i++) expect(await guess()).toMatchObject({ status: 400 });
    expect(await guess()).toEqual({ status: 429, error: "Too many attempts. Wait a few minutes and try again." });
  });

  it("set through an API token ends every session", async () => {
    const { id: token } = await w.call(createToken, "manager", {});
    const caller = { credentials: { kind: "token" as const, token }, ...VISITOR };
    const body = { password: "new", current_password: OLD };
    await execute(changePassword, caller, { userId: w.userIds.manager }, body, db);
    expect(await sessionsOf(w.userIds.manager)).toEqual([]);
    expect(await execute(getCurrentUser, caller, {}, {}, db)).toMatchObject({ username: "manager" });
  });
});

/** A user's valid tokens after `change`. */
async function tokensAfter(of: Person, change: () => Promise<unknown>): Promise<string[]> {
  await db.delete(apiTokens);
  const made = [await insertToken(db, w.userIds[of]), await insertToken(db, w.userIds[of])];
  await change();
  const left = await Promise.all(
    made.map(({ id }) => {
      const caller = { credentials: { kind: "token" as const, token: id }, ...VISITOR };
      return execute(getCurrentUser, caller, {}, {}, db).then(
        () => [id],
        () => [],
      );
    }),
  );
  return left.flat();
}

const endings = async () =>
  (await db.select().from(events).where(eq(events.object_type, "token")).orderBy(desc(events.id)).limit(2)).map(
    ({ description, user_id }) => [description, user_id],
  );

describe("API tokens after a password change", () => {
  const own = (body: object) =>
    w.call(changePassword, "guest", guest(), { password: "new", current_password: OLD, ...body });
  const reset = (body: object) => w.call(changePassword, "admin", guest(), { password: "new", ...body });

  it("of the user are kept unless requested otherwise", async () => {
    expect(await tokensAfter("guest", () => own({}))).toHaveLength(2);
    await db.update(users).set({ password_hash: oldHash });
    expect(await tokensAfter("guest", () => own({ end_tokens: true }))).toEqual([]);
    const [row] = await db.select().from(apiTokens);
    expect(await endings()).toContainEqual([`API token ${row?.id} of user guest ended`, w.userIds.guest]);
  });

  it("of another user end with a reset, unless the administrator requests otherwise", async () => {
    expect(await tokensAfter("guest", () => reset({}))).toEqual([]);
    const rows = await db.select().from(apiTokens);
    const expected = rows.map(({ id }) => [`API token ${id} of user guest ended`, w.userIds.admin]);
    expect((await endings()).toSorted()).toEqual(expected.toSorted());
    expect(await tokensAfter("guest", () => reset({ end_tokens: false }))).toHaveLength(2);
  });

  it("also end when the account is saved with a new password", async () => {
    const account = { username: "guest", name: "Guest", email: "guest@example.com" };
    const put = (changes: object) => w.call(updateUser, "admin", guest(), { ...account, ...changes });
    expect(await tokensAfter("guest", () => put({ password: "" }))).toHaveLength(2);
    expect(await tokensAfter("guest", () => put({ password: "new", end_tokens: false }))).toHaveLength(2);
    expect(await tokensAfter("guest", () => put({ password: "new" }))).toEqual([]);
  });

  it("of other users are not affected", async () => {
    expect(await tokensAfter("manager", () => reset({}))).toHaveLength(2);
  });
});

describe("another user's password", () => {
  it("is reset by an administrator without knowing it, which ends the user's sessions", async () => {
    const userId = w.userIds.task_runner;
    await w.call(changePassword, "admin", { userId }, { password: "reset" });
    expect(await sessionsOf(userId)).toEqual([]);
    expect(await refusal(w.call(getCurrentUser, "task_runner", {}))).toEqual({ status: 401, error: null });
    expect(await mayEnter("task_runner", "reset")).toBe(true);
  });

  it("can be set by no other user", async () => {
    const { id: userId } = { id: w.userIds.guest };
    const found = await statuses((as) =>
      as === "admin" || as === "guest" ? Promise.resolve() : w.call(changePassword, as, { userId }, { password: "x" }),
    );
    expect(found).toMatchObject({ anonymous: 401, owner: 401, manager: 401, stranger: 401 });
  });

  it("can't be set for an external account or a missing one", async () => {
    await db.update(users).set({ external: true }).where(eq(users.id, w.userIds.owner));
    const reset = (userId: number) => refusal(w.call(changePassword, "admin", { userId }, { password: "new" }));
    expect(await reset(w.userIds.owner)).toEqual({
      status: 400,
      error: "This account is managed externally and can't be changed here",
    });
    expect(await reset(999_999)).toEqual({ status: 404, error: null });
  });
});
