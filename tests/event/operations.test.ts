import { inArray } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { events } from "@/db/schema/events";
import { listEvents, listLastEvents, listMyEvents, listMyLastEvents } from "@/lib/event/operations";
import { freshDatabase, statementsOf } from "../support/database";
import { MEMBERS, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
  const line = { object_type: "task", object_name: "x" };
  await db
    .insert(events)
    .values(Array.from({ length: 205 }, (_, n) => ({ ...line, project_id: w.projectId, description: `e${n}` })));
  await db.insert(events).values([
    { ...line, project_id: w.otherProjectId, description: "theirs" },
    { ...line, project_id: null, user_id: w.userIds.guest, description: "of an account" },
  ]);
});

const here = () => ({ projectId: w.projectId });

describe("the events of a project", () => {
  it("can be those of one object", async () => {
    const about = { object_type: "template", project_id: w.projectId };
    const added = await db
      .insert(events)
      .values([
        { ...about, object_id: 7, description: "seven" },
        { ...about, object_id: 8, description: "eight" },
        { ...about, object_type: "view", object_id: 7, description: "a view" },
      ])
      .returning({ id: events.id });
    const of = async (query: object) =>
      (await w.call(listEvents, "guest", here(), query)).map(({ description }) => description);
    expect(await of({ object_type: "template", object_id: "7" })).toEqual(["seven"]);
    expect(await of({ object_type: "template" })).toEqual(["eight", "seven"]);
    expect(await of({ object_id: 7, limit: 1 })).toEqual(["a view"]);
    await db.delete(events).where(
      inArray(
        events.id,
        added.map(({ id }) => id),
      ),
    );
  });

  it("can be those of a person and of a time", async () => {
    const about = { object_type: "view", project_id: w.projectId };
    const added = await db
      .insert(events)
      .values([
        { ...about, user_id: w.userIds.owner, created: "2020-01-01T00:00:00Z", description: "one" },
        { ...about, user_id: w.userIds.guest, created: "2020-01-02T00:00:00Z", description: "two" },
        { ...about, user_id: w.userIds.owner, created: "2020-01-03T00:00:00Z", description: "three" },
      ])
      .returning({ id: events.id });
    const owner = String(w.userIds.owner);
    for (const list of [
      (query: object) => w.call(listEvents, "guest", here(), query),
      (query: object) => w.call(listLastEvents, "guest", here(), query),
      (query: object) => w.call(listMyEvents, "guest", {}, query),
      (query: object) => w.call(listMyLastEvents, "guest", {}, query),
    ]) {
      const of = async (query: object) => (await list(query)).map(({ description }) => description);
      expect(await of({ user_id: owner })).toEqual(["three", "one"]);
      expect(await of({ user_id: owner, limit: 1 })).toEqual(["three"]);
      expect(await of({ user_id: owner, before: added[2]?.id })).toEqual(["one"]);
      expect(await of({ until: "2020-01-03T00:00:00Z" })).toEqual(["two", "one"]);
      expect(await of({ since: "2020-01-02T01:00:00+01:00", until: "2020-01-03T00:00:00.001Z" })).toEqual([
        "three",
        "two",
      ]);
      await expect(list({ since: "yesterday" })).rejects.toMatchObject({ code: "invalid" });
    }
    const ids = added.map(({ id }) => id);
    await db.delete(events).where(inArray(events.id, ids));
  });

  it("are listed newest first, all or the last 200, in one statement", async () => {
    const all = await w.call(listEvents, "guest", here(), {});
    expect(all).toHaveLength(205);
    expect(all[0]).toEqual({
      id: expect.any(Number),
      user_id: null,
      project_id: w.projectId,
      integration_id: null,
      object_id: null,
      object_type: "task",
      action: null,
      part: null,
      description: "e204",
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      object_name: "x",
      project_name: "Ours",
      username: null,
      user_name: null,
    });
    const last = await w.call(listLastEvents, "guest", here(), {});
    expect(last).toEqual(all.slice(0, 200));
    expect(await statementsOf(db, () => w.call(listLastEvents, "guest", here(), {}))).toHaveLength(2);
  });

  it("of the team name whom they are about, also where only the account says it", async () => {
    const about = { project_id: w.projectId, object_type: "user", object_id: w.userIds.guest };
    const added = await db
      .insert(events)
      .values([
        { ...about, description: "old" },
        { ...about, description: "renamed since then", object_name: "G. Uest" },
        { ...about, description: "the account is gone", object_id: 999_999 },
        { ...about, project_id: null, description: "of the account itself", user_id: w.userIds.guest },
      ])
      .returning({ id: events.id });
    const all = [...(await w.call(listEvents, "guest", here(), {})), ...(await w.call(listMyEvents, "guest", {}, {}))];
    const nameIn = (text: string) => all.find(({ description }) => description === text)?.object_name;
    expect(nameIn("old")).toBe("The guest");
    expect(nameIn("renamed since then")).toBe("G. Uest");
    expect(nameIn("the account is gone")).toBe("");
    expect(nameIn("of the account itself")).toBe("");
    const ids = added.map(({ id }) => id);
    await db.delete(events).where(inArray(events.id, ids));
  });

  it("are visible to members", async () => {
    expect(await statuses((as) => w.call(listEvents, as, here(), {}))).toEqual(MEMBERS);
    expect(await statuses((as) => w.call(listLastEvents, as, here(), {}))).toEqual(MEMBERS);
  });
});

describe("the events of a user", () => {
  const seen = async (as: "guest" | "owner" | "stranger" | "admin") =>
    new Set((await w.call(listMyEvents, as, {}, {})).map(({ description }) => description));

  it("come from the user's projects", async () => {
    expect((await seen("owner")).size).toBe(205);
    expect(await seen("stranger")).toEqual(new Set(["theirs"]));
    expect(await w.call(listMyLastEvents, "owner", {}, {})).toHaveLength(200);
  });

  it("outside of projects are visible to their author and to administrators only", async () => {
    expect(await seen("guest")).toContain("of an account");
    expect(await seen("admin")).toEqual(new Set(["of an account"]));
    expect(await seen("owner")).not.toContain("of an account");
  });
});
