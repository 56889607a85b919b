import { desc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { apiTokens } from "@/db/schema/api-tokens";
import { events } from "@/db/schema/events";
import { projectMembers } from "@/db/schema/projects";
import { sessions } from "@/db/schema/sessions";
import { users } from "@/db/schema/users";
import { listMyLastEvents } from "@/lib/event/operations";
import { removeMember } from "@/lib/member/operations";
import { createToken } from "@/lib/session/operations";
import { openSession } from "@/lib/session/sessions";
import { signIn } from "@/lib/sign-in/sign-in";
import { createUser, deleteUser, getUser, listUsers, updateUser } from "@/lib/user/operations";
import { heardDuring } from "../support/announcements";
import { freshDatabase, statementsOf } from "../support/database";
import { tablesWith } from "../support/tables";
import { FORBIDDEN, newProject, refusal, setPassword, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
  await setPassword(db, w.userIds.owner, "owner's old one");
});

const VISITOR = { ip: "127.0.0.1", userAgent: "tests" };

let count = 0;
/** A body that conflicts with no other account. */
const input = (changes: Record<string, unknown> = {}) => {
  const username = `person${++count}`;
  return { username, name: `Person ${count}`, email: `${username}@example.com`, password: "a password", ...changes };
};
const create = (changes: Record<string, unknown> = {}) => w.call(createUser, "admin", {}, input(changes));
const lastEvent = async () => (await db.select().from(events).orderBy(desc(events.id)).limit(1))[0];

/** The body that leaves an account unchanged. */
const asItIs = async (userId: number) => w.call(getUser, "admin", { userId });

const ONE_ADDRESS = "Must be a single address, without spaces, commas, semicolons or angle brackets";

/** For signed-in users, as Semaphore does. */
const NOT_ALLOWED = { ...FORBIDDEN, status: 401 };

describe("a user", () => {
  it("is created with exactly these fields, read, replaced and deleted, with an event for each", async () => {
    const body = input({ admin: false, alert: true, external: false });
    const created = await w.call(createUser, "admin", {}, body);
    const { password: _, ...shown } = body;
    expect(created).toEqual({ id: created.id, created: expect.stringMatching(/^\d{4}-.*Z$/), ...shown });
    expect(await lastEvent()).toMatchObject({
      object_type: "user",
      object_id: created.id,
      description: `User ${body.username} created`,
      user_id: w.userIds.admin,
      project_id: null,
    });
    const params = { userId: created.id };
    expect(await w.call(getUser, "admin", params)).toEqual(created);
    const changed = { ...created, name: "Renamed", alert: false };
    expect(await w.call(updateUser, "admin", params, changed)).toBeUndefined();
    expect(await w.call(getUser, "admin", params)).toEqual(changed);
    expect(await lastEvent()).toMatchObject({ description: `User ${body.username} updated` });
    expect(await w.call(deleteUser, "admin", params)).toBeUndefined();
    expect(await lastEvent()).toMatchObject({ description: `User ${body.username} deleted` });
    expect(await refusal(w.call(getUser, "admin", params))).toEqual({ status: 404, error: null });
    expect(await refusal(w.call(deleteUser, "admin", params))).toEqual({ status: 404, error: null });
    expect(await refusal(w.call(updateUser, "admin", params, changed))).toEqual({ status: 404, error: null });
  });

  it("signs in by name or e-mail in any case", async () => {
    await create({ username: " Mixed.Case ", email: "Mixed@Example.com", password: "Pass Word" });
    for (const auth of ["mixed.case", "MIXED.CASE", "mixed@example.com"]) {
      expect(await signIn(db, { auth, password: "Pass Word" }, VISITOR)).toMatchObject({
        sessionId: expect.any(String),
      });
    }
  });

  it("never has a plaintext password in the database, a response or an event", async () => {
    const password = "hunter2-never-stored";
    const created = await create({ password });
    await w.call(updateUser, "admin", { userId: created.id }, { ...created, password: `${password}-again` });
    expect(await tablesWith(db, password)).toEqual([]);
    const replies = [await w.call(listUsers, "admin", {}), await w.call(getUser, "admin", { userId: created.id })];
    expect(JSON.stringify([created, ...replies])).not.toMatch(/hunter2|scrypt|password/);
  });

  it.each([
    [{ name: "" }, "name: Name is required"],
    [{ name: "  " }, "name: Name is required"],
    [{ username: "" }, "username: Username is required"],
    [{ email: null }, "email: Email is required"],
    [{ password: "x".repeat(1025) }, "password: At most 1024 characters"],
    [{ username: "x".repeat(256) }, "username: At most 255 characters"],
    [{ username: "a\0b" }, expect.stringContaining("username: Must not contain a NUL character")],
    [{ name: 7 }, "name: Expected string"],
    [{ admin: "yes" }, "admin: Expected boolean"],
    [{ username: "ADMIN" }, "username: This username or email is already taken"],
    [{ email: "Guest@Example.com" }, "email: This username or email is already taken"],
    [{ username: "owner@example.com" }, "username: This username or email is already taken"],
    [{ email: "owner" }, "email: This username or email is already taken"],
    [{ email: "a@victim.example, b@victim.example" }, `email: ${ONE_ADDRESS}`],
    [{ email: "a@victim.example;b@victim.example" }, `email: ${ONE_ADDRESS}`],
    [{ email: "Ada <a@victim.example>" }, `email: ${ONE_ADDRESS}`],
    [{ email: "a@victim.example\tb" }, `email: ${ONE_ADDRESS}`],
  ])("is rejected with %o", async (changes, error) => {
    expect(await refusal(create(changes))).toEqual({ status: 400, error });
  });

  it("can't get a list of addresses for its own, but keeps one that it has", async () => {
    const { id } = await create();
    const list = "a@victim.example, b@victim.example";
    const put = async (email: string) =>
      w.call(updateUser, "admin", { userId: id }, { ...(await asItIs(id)), name: "Lister", email });
    expect(await refusal(put(list))).toEqual({ status: 400, error: `email: ${ONE_ADDRESS}` });
    await db.update(users).set({ email: list }).where(eq(users.id, id));
    await put(list);
    expect(await asItIs(id)).toMatchObject({ name: "Lister", email: list });
    await put("ada@lister.example");
  });

  it("of an external directory has no password, and keeps its name and e-mail", async () => {
    const created = await create({ external: true, password: "ignored" });
    const [row] = await db.select().from(users).where(eq(users.id, created.id));
    expect(row).toMatchObject({ external: true, password_hash: null });
    const change = (changes: object) =>
      refusal(w.call(updateUser, "admin", { userId: created.id }, { ...created, ...changes }));
    const text = "This account is managed externally and can't be changed here";
    expect(await change({ username: "other" })).toEqual({ status: 400, error: `username: ${text}` });
    expect(await change({ email: "other@example.com" })).toEqual({ status: 400, error: `email: ${text}` });
    expect(await change({ password: "new" })).toEqual({ status: 400, error: text });
    await w.call(updateUser, "admin", { userId: created.id }, { ...created, name: "New", external: false });
    expect(await asItIs(created.id)).toEqual({ ...created, name: "New" });
  });

  it("is rejected if the id in the body differs from the path", async () => {
    const [one, other] = [await create(), await create()];
    const call = w.call(updateUser, "admin", { userId: one.id }, { ...other, name: "Overwritten" });
    expect(await refusal(call)).toEqual({ status: 400, error: "ID in body and URL must be the same" });
    expect(await asItIs(other.id)).toEqual(other);
  });

  it("is created by administrators, and read and changed by themselves and administrators; others get 401", async () => {
    const none = { anonymous: 401, admin: 200, owner: 401, manager: 401, task_runner: 401, guest: 401, stranger: 401 };
    expect(await statuses((as) => w.call(createUser, as, {}, input()))).toEqual(none);
    const guest = { userId: w.userIds.guest };
    const body = await asItIs(w.userIds.guest);
    expect(await statuses((as) => w.call(getUser, as, guest))).toEqual({ ...none, guest: 200 });
    expect(await statuses((as) => w.call(updateUser, as, guest, body))).toEqual({ ...none, guest: 200 });
    const { id } = await create();
    const refused = await statuses((as) =>
      as === "admin" ? Promise.resolve() : w.call(deleteUser, as, { userId: id }),
    );
    expect(refused).toEqual(none);
  });
});

describe("the list of users", () => {
  it("shows everything to administrators and names to others, in one statement", async () => {
    const all = await w.call(listUsers, "admin", {});
    expect(Object.keys(all[0] ?? {}).sort()).toEqual(
      ["admin", "alert", "created", "email", "external", "id", "name", "username"].sort(),
    );
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => a - b));
    const names = await w.call(listUsers, "guest", {});
    expect(names).toEqual(all.map(({ id, username, name }) => ({ id, username, name })));
    expect(await refusal(w.call(listUsers, "anonymous", {}))).toEqual({ status: 401, error: null });
    expect(await statementsOf(db, () => w.call(listUsers, "admin", {}))).toHaveLength(2);
    expect(await statementsOf(db, () => w.call(listUsers, "guest", {}))).toHaveLength(2);
  });
});

describe("the admin flag", () => {
  it("can't be changed by its own user, either way", async () => {
    const guest = await asItIs(w.userIds.guest);
    const promote = w.call(updateUser, "guest", { userId: guest.id }, { ...guest, admin: true });
    expect(await refusal(promote)).toEqual(NOT_ALLOWED);
    const admin = await asItIs(w.userIds.admin);
    const demote = w.call(updateUser, "admin", { userId: admin.id }, { ...admin, admin: false });
    expect(await refusal(demote)).toEqual(NOT_ALLOWED);
    expect(await asItIs(guest.id)).toEqual(guest);
    expect(await asItIs(admin.id)).toEqual(admin);
  });

  it("can be given and taken by another administrator, and takes effect at once", async () => {
    const guest = await asItIs(w.userIds.guest);
    await w.call(updateUser, "admin", { userId: guest.id }, { ...guest, admin: true });
    expect(await w.call(createUser, "guest", {}, input())).toMatchObject({ admin: false });
    const heard = await heardDuring(() => w.call(updateUser, "admin", { userId: guest.id }, guest));
    expect(heard).toEqual([{ type: "access", user_id: guest.id }]);
    expect(await refusal(w.call(createUser, "guest", {}, input()))).toEqual(NOT_ALLOWED);
  });

  it("stays with the last administrator", async () => {
    const refused = await refusal(w.call(deleteUser, "admin", { userId: w.userIds.admin }));
    expect(refused).toEqual({
      status: 400,
      error: "This is the last administrator. Make another user an administrator first.",
    });
  });

  it("stays with one of two administrators who take it from each other at once", async () => {
    const guest = await asItIs(w.userIds.guest);
    const admin = await asItIs(w.userIds.admin);
    await w.call(updateUser, "admin", { userId: guest.id }, { ...guest, admin: true });
    const demote = (as: "admin" | "guest", user: typeof admin) =>
      w.call(updateUser, as, { userId: user.id }, { ...user, admin: false }).then(
        () => "done",
        () => "refused",
      );
    const outcomes = await Promise.all([demote("admin", guest), demote("guest", admin)]);
    expect(outcomes.sort()).toEqual(["done", "refused"]);
    await db.update(users).set({ admin: true }).where(eq(users.id, admin.id));
    await db.update(users).set({ admin: false }).where(eq(users.id, guest.id));
  });
});

describe("deleting an account", () => {
  it("ends its sessions, tokens and memberships, and notifies the sockets", async () => {
    const { id: userId } = await create();
    const session = await openSession(db, userId, VISITOR);
    await db.insert(apiTokens).values({ id: "abc", secret_hash: "def", user_id: userId });
    await db.insert(projectMembers).values({ project_id: w.projectId, user_id: userId, role: "guest" });
    const heard = await heardDuring(() => w.call(deleteUser, "admin", { userId }));
    expect(heard).toEqual([{ type: "access", user_id: userId }]);
    const left = await Promise.all(
      [sessions, apiTokens, projectMembers].map((table) => db.select().from(table).where(eq(table.user_id, userId))),
    );
    expect(left).toEqual([[], [], []]);
    expect(session).toHaveLength(64);
  });

  it("is possible for its own user, whose events keep the name", async () => {
    const { id: userId, username, name } = await create();
    w.userIds.stranger = userId;
    w.sessionIds.stranger = await openSession(db, userId, VISITOR);
    await w.call(createToken, "stranger", {});
    expect(await w.call(deleteUser, "stranger", { userId })).toBeUndefined();
    expect(await refusal(w.call(listUsers, "stranger", {}))).toEqual({ status: 401, error: null });
    const [deleted, ...earlier] = await w.call(listMyLastEvents, "admin", {});
    const author = { user_id: null, user_name: name, username };
    expect(deleted).toMatchObject({ description: `User ${username} deleted`, ...author });
    expect(earlier[0]).toMatchObject({ object_type: "token", ...author });
  });

  it("is rejected for the only owner of a project, but not for an administrator", async () => {
    const error = "This account is the only owner of a project. Add another owner or delete the project first.";
    const userId = w.userIds.owner;
    expect(await refusal(w.call(deleteUser, "owner", { userId }))).toEqual({ status: 400, error });
    const { id } = await create();
    await newProject(db, "Left behind", id);
    expect(await w.call(deleteUser, "admin", { userId: id })).toBeUndefined();
  });

  it("leaves a project one of two owners, while an administrator removes the other", async () => {
    for (let round = 0; round < 5; round++) {
      const [{ id: userId }, { id: other }] = [await create(), await create()];
      const projectId = await newProject(db, "Of two", other);
      await db.insert(projectMembers).values({ project_id: projectId, user_id: userId, role: "owner" });
      w.sessionIds.stranger = await openSession(db, userId, VISITOR);
      await Promise.allSettled([
        w.call(deleteUser, "stranger", { userId }),
        w.call(removeMember, "admin", { projectId, userId: other }),
      ]);
      expect(await db.select().from(projectMembers).where(eq(projectMembers.project_id, projectId))).toHaveLength(1);
    }
  });
});
