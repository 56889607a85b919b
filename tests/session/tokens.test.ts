import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { apiTokens } from "@/db/schema/api-tokens";
import { events } from "@/db/schema/events";
import { users } from "@/db/schema/users";
import { execute } from "@/lib/operation/execute";
import { callerOf, REMOTE_HEADER } from "@/lib/operation/http/request";
import { createToken, deleteToken, listTokens } from "@/lib/session/operations";
import { deleteUserToken, getCurrentUser, listUserTokens } from "@/lib/user/operations";
import { heardDuring } from "../support/announcements";
import { freshDatabase, statementsOf } from "../support/database";
import { tablesWith } from "../support/tables";
import { refusal, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
});

/** The user of an Authorization header. */
const callWith = (authorization: string) =>
  execute(getCurrentUser, callerOf(new Headers({ authorization, [REMOTE_HEADER]: "203.0.113.9" })), {}, {}, db);
const isRefused = async (authorization: string) => (await refusal(callWith(authorization))).status === 401;

describe("an API token", () => {
  it("is returned once, then shown by its prefix, and stored as a hash", async () => {
    const created = await w.call(createToken, "guest", {});
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      created: expect.stringMatching(/Z$/),
      expired: false,
      user_id: w.userIds.guest,
      last_used: null,
      last_ip: null,
    });
    expect(await callWith(`Bearer ${created.id}`)).toMatchObject({ username: "guest" });
    expect(await callWith(`bearer ${created.id}`)).toMatchObject({ username: "guest" });
    const list = await w.call(listTokens, "guest", {});
    expect(list).toEqual([
      { ...created, id: created.id.slice(0, 12), last_used: expect.stringMatching(/Z$/), last_ip: "203.0.113.9" },
    ]);
    expect(await tablesWith(db, created.id)).toEqual([]);
    expect(await w.call(listTokens, "owner", {})).toEqual([]);
    expect(await statementsOf(db, () => w.call(listTokens, "guest", {}))).toHaveLength(2);
  });

  it("is rejected in another case, with blanks, by its prefix or with another scheme", async () => {
    const { id } = await w.call(createToken, "guest", {});
    const wrong = [id.toUpperCase(), id.slice(0, 12), `${id.slice(0, 30)} ${id.slice(30)}`, `${id}0`, id.slice(1), ""];
    for (const token of wrong) expect(await isRefused(`Bearer ${token}`)).toBe(true);
    expect(await isRefused(`Basic ${id}`)).toBe(true);
    expect(await isRefused(id)).toBe(true);
    for (const blanks of ["  ", "\t", " \t", ""]) expect(await isRefused(`Bearer${blanks}${id}`)).toBe(true);
  });

  it.each(["the prefix", "the whole token"])("expires when deleted by %s, and stays in the list", async (by) => {
    const { id } = await w.call(createToken, "manager", {});
    const tokenId = by === "the prefix" ? id.slice(0, 12) : id;
    expect(await w.call(deleteToken, "manager", { tokenId })).toBeUndefined();
    expect(await isRefused(`Bearer ${id}`)).toBe(true);
    const listed = (await w.call(listTokens, "manager", {})).find((token) => token.id === id.slice(0, 12));
    expect(listed).toMatchObject({ expired: true });
    expect(await w.call(deleteToken, "manager", { tokenId })).toBeUndefined();
  });

  it("can't be deleted by others through their own path, which reveals nothing", async () => {
    const { id } = await w.call(createToken, "owner", {});
    for (const as of ["stranger", "admin"] as const)
      expect(await w.call(deleteToken, as, { tokenId: id.slice(0, 12) })).toBeUndefined();
    expect(await w.call(deleteToken, "stranger", { tokenId: "no such token" })).toBeUndefined();
    expect(await callWith(`Bearer ${id}`)).toMatchObject({ username: "owner" });
  });

  it("is listed and deleted by administrators, with an event that names the user", async () => {
    const { id } = await w.call(createToken, "owner", {});
    const params = { userId: w.userIds.owner, tokenId: id.slice(0, 12) };
    expect(await w.call(listUserTokens, "admin", params)).toContainEqual(
      expect.objectContaining({ id: params.tokenId, expired: false }),
    );
    for (const as of ["stranger", "manager"] as const) {
      expect(await refusal(w.call(listUserTokens, as, params))).toEqual({
        status: 401,
        error: "You don't have permission to do this",
      });
      expect(await refusal(w.call(deleteUserToken, as, params))).toEqual({
        status: 401,
        error: "You don't have permission to do this",
      });
    }
    const elsewhere = { ...params, userId: w.userIds.guest };
    expect(await heardDuring(() => w.call(deleteUserToken, "admin", elsewhere))).toEqual([]);
    expect(await callWith(`Bearer ${id}`)).toMatchObject({ username: "owner" });
    const heard = await heardDuring(() => w.call(deleteUserToken, "admin", params));
    expect(heard).toEqual([{ type: "access", user_id: w.userIds.owner }]);
    expect(await isRefused(`Bearer ${id}`)).toBe(true);
    const description = `API token ${params.tokenId} of user owner ended`;
    expect(await db.select().from(events).where(eq(events.description, description))).toMatchObject([
      { user_id: w.userIds.admin, object_type: "token", object_name: params.tokenId },
    ]);
    expect(await refusal(w.call(listUserTokens, "admin", { userId: 999_999 }))).toEqual({ status: 404, error: null });
  });

  it("closes its sockets when it is deleted", async () => {
    const { id } = await w.call(createToken, "owner", {});
    const heard = await heardDuring(() => w.call(deleteToken, "owner", { tokenId: id }));
    expect(heard).toEqual([{ type: "access", user_id: w.userIds.owner }]);
  });

  it("is deleted with its user", async () => {
    const { id } = await w.call(createToken, "task_runner", {});
    await db.delete(users).where(eq(users.id, w.userIds.task_runner));
    expect(await isRefused(`Bearer ${id}`)).toBe(true);
    expect(await db.select().from(apiTokens).where(eq(apiTokens.user_id, w.userIds.task_runner))).toEqual([]);
  });

  it("requires a signed-in user, and an id without NUL", async () => {
    expect(await refusal(w.call(createToken, "anonymous", {}))).toEqual({ status: 401, error: null });
    expect(await refusal(w.call(listTokens, "anonymous", {}))).toEqual({ status: 401, error: null });
    expect(await refusal(w.call(deleteToken, "guest", { tokenId: "\0" }))).toEqual({
      status: 400,
      error: expect.stringContaining("tokenId: Must not contain a NUL character"),
    });
  });
});
