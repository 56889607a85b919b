import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { events } from "@/db/schema/events";
import { loginAttempts } from "@/db/schema/login-attempts";
import { runners } from "@/db/schema/runners";
import { createRunner, newRegistrationToken } from "@/lib/runner/operations";
import { hashToken } from "@/lib/secret/token";
import { settings } from "@/lib/settings/settings";
import { register } from "@/lib/task/runner-operations";
import { freshDatabase } from "../support/database";
import { tablesWith } from "../support/tables";
import { refusal, type World, world } from "../support/world";

const db = await freshDatabase();
const SECRET = "the-registration-token";
const before = settings().runnerRegistrationToken;
let w: World;
beforeAll(async () => {
  w = await world(db);
});
beforeEach(async () => {
  settings().runnerRegistrationToken = SECRET;
  await db.delete(loginAttempts);
  await db.delete(runners);
});
afterAll(() => {
  settings().runnerRegistrationToken = before;
});

const introduce = (registration_token: string) =>
  w.call(register, "anonymous", {}, { registration_token, name: "new", tag: "linux", max_parallel_tasks: 2 });

describe("a runner that registers itself", () => {
  it("is active at once and gets its own token, stored as a hash", async () => {
    const { token } = await introduce(SECRET);
    expect(await db.select().from(runners)).toMatchObject([
      {
        name: "new",
        tags: ["linux"],
        tagged_only: true,
        all_projects: true,
        max_parallel_tasks: 2,
        active: true,
        local: false,
      },
    ]);
    expect(await tablesWith(db, token)).toEqual([]);
    expect(await tablesWith(db, SECRET)).toEqual([]);
    const [event] = await db.select().from(events).orderBy(desc(events.id)).limit(1);
    expect(event).toMatchObject({ object_type: "runner", description: "Runner new registered", user_id: null });
  });

  it("may have any number of tags, each once; without tags it takes any work", async () => {
    await w.call(register, "anonymous", {}, { registration_token: SECRET, tag: "a", tags: ["a", "b", "a"] });
    await w.call(register, "anonymous", {}, { registration_token: SECRET, tag: "" });
    const rows = await db.select().from(runners).orderBy(runners.id);
    expect(rows).toMatchObject([
      { tags: ["a", "b"], tagged_only: true },
      { tags: [], tagged_only: false },
    ]);
    expect(rows.map(({ name }) => name)).toEqual(rows.map(({ id }) => `Runner ${id}`));
  });

  describe("by a token of its own", () => {
    const made = () => w.call(createRunner, "admin", {}, { name: "theirs", max_parallel_tasks: 1, active: false });
    const hashOf = async (id: number) => (await db.select().from(runners).where(eq(runners.id, id)))[0]?.token_hash;

    it("gets a new token once, keeps its settings, and the old token ends with it", async () => {
      const { id, token: old } = await made();
      const given = await w.call(newRegistrationToken, "admin", { runnerId: id });
      expect(given).toEqual({
        registration_token: expect.stringMatching(/^[0-9a-f]{64}$/),
        runner_id: id,
        project_id: null,
      });
      expect(await tablesWith(db, given.registration_token)).toEqual([]);
      expect(await hashOf(id)).toBe(hashToken(old));
      const { token } = await introduce(given.registration_token);
      expect(await db.select().from(runners)).toMatchObject([
        { id, name: "theirs", tags: [], max_parallel_tasks: 1, active: false, token_hash: hashToken(token) },
      ]);
      expect(await refusal(introduce(given.registration_token))).toMatchObject({ status: 400 });
    });

    it("works without a token of the server, but not after a day, nor after another was made", async () => {
      settings().runnerRegistrationToken = undefined;
      const { id } = await made();
      const first = (await w.call(newRegistrationToken, "admin", { runnerId: id })).registration_token;
      const second = (await w.call(newRegistrationToken, "admin", { runnerId: id })).registration_token;
      expect(await refusal(introduce(first))).toMatchObject({ status: 400 });
      await db.update(runners).set({ registration_until: sql`now() - interval '1 second'` });
      expect(await refusal(introduce(second))).toMatchObject({ status: 400 });
      settings().runnerRegistrationToken = SECRET;
    });

    it("two calls at once register it once", async () => {
      const { id } = await made();
      const { registration_token } = await w.call(newRegistrationToken, "admin", { runnerId: id });
      const calls = await Promise.allSettled([introduce(registration_token), introduce(registration_token)]);
      expect(calls.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await db.select().from(runners)).toHaveLength(1);
    });
  });

  it.each(["wrong", SECRET.slice(1), `${SECRET} `, SECRET.toUpperCase()])("is rejected with %j", async (token) => {
    expect(await refusal(introduce(token))).toEqual({ status: 400, error: "Invalid registration token" });
    expect(await db.select().from(runners)).toEqual([]);
  });

  it("is rejected while the server has no registration token", async () => {
    settings().runnerRegistrationToken = undefined;
    expect(await refusal(introduce(SECRET))).toEqual({ status: 400, error: "Invalid registration token" });
    expect(await refusal(introduce(""))).toMatchObject({ status: 400 });
  });

  it("is limited to ten wrong tokens", async () => {
    for (let i = 0; i < 10; i++) expect(await refusal(introduce("wrong"))).toMatchObject({ status: 400 });
    expect(await refusal(introduce(SECRET))).toMatchObject({ status: 429 });
    expect(await db.select().from(runners)).toEqual([]);
  });
});
