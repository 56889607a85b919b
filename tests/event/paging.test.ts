import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { GET as listLast } from "@/app/api/project/[projectId]/events/last/route";
import { GET as list } from "@/app/api/project/[projectId]/events/route";
import { database } from "@/db/client";
import { listMyEvents } from "@/lib/event/operations";
import type { RouteHandler } from "@/lib/operation/endpoint";
import { freshDatabase, plansOf } from "../support/database";
import { send } from "../support/http";
import { type World, world } from "../support/world";

const ROWS = 20_000;

const db = await freshDatabase();
let w: World;

beforeAll(async () => {
  w = await world(db);
  await db.execute(sql`insert into events (project_id, object_type, description)
    select case n % 10 when 0 then ${w.projectId}::int else ${w.otherProjectId}::int end, 'task', 'e' || n
    from generate_series(1, ${ROWS}) n`);
  await db.execute(sql`analyze events`);
});

async function page(handler: RouteHandler, query: Record<string, string | number>) {
  const { body, headers } = await send(w, handler, { as: "guest", params: { projectId: w.projectId }, query });
  const events = body as Record<string, unknown>[];
  return { events, names: events.map(({ description }) => description), link: headers.get("link") };
}

describe("pages of events", () => {
  test("are linked up to the last one", async () => {
    const first = await page(list, { limit: 3 });
    expect(first.names).toEqual(["e20000", "e19990", "e19980"]);
    const next = /^<(.*)>; rel="next"$/.exec(first.link ?? "")?.[1] ?? "";
    expect(next).toMatch(/\?limit=3&before=\d+$/);
    const second = await page(list, Object.fromEntries(new URLSearchParams(next.split("?")[1])));
    expect(second.names).toEqual(["e19970", "e19960", "e19950"]);
    expect((await page(list, { limit: 3, before: 2 })).link).toBeNull();
  });

  test("are linked with what selects them", async () => {
    const { names, link } = await page(list, { limit: 2, until: "2999-01-01T00:00:00Z" });
    expect(names).toEqual(["e20000", "e19990"]);
    expect(link).toContain("limit=2&until=2999-01-01T00%3A00%3A00Z&before=");
  });

  test.each<Record<string, number>>([{}, { limit: 20_000 }])(
    "are linked where the whole list is longer than one page: %o",
    async (query) => {
      const params = { projectId: w.otherProjectId };
      const { body, headers } = await send(w, list, { as: "admin", params, query });
      expect(body).toHaveLength(10_000);
      expect(headers.get("link")).toMatch(/\bbefore=\d+>; rel="next"$/);
    },
  );

  test("have the requested size, up to the whole list", async () => {
    expect((await page(list, {})).names).toHaveLength(ROWS / 10);
    expect((await page(listLast, {})).names).toHaveLength(200);
    expect((await page(listLast, { limit: 100_000 })).names).toHaveLength(200);
    expect((await page(list, { limit: 0 })).names).toHaveLength(ROWS / 10);
  });

  test.each(["nonsense", "0x2", "1e1", "-1"])("ignore the limit %j", async (limit) => {
    expect((await page(list, { limit })).names).toHaveLength(ROWS / 10);
  });

  test.each(["x", "0x1", "01", "1e1", " 1", "1.0", ""])("can't start at the id %j", async (before) => {
    const { status, body } = await send(w, list, {
      as: "guest",
      params: { projectId: w.projectId },
      query: { before },
    });
    expect({ status, body }).toEqual({ status: 400, body: { error: "before: Not a valid ID" } });
  });

  test("contain the fields that clients know, without ids", async () => {
    expect((await page(list, { limit: 1 })).events[0]).not.toHaveProperty("id");
  });

  test("are read from an index, however many events there are", async () => {
    const [, plan] = await plansOf(database(), () => page(list, { limit: 50, before: 15_000 }));
    expect(plan).toContain("Index Only Scan Backward using events_project");
    expect(plan).not.toContain("Seq Scan on events");
  });

  test("lead to a period and to a person, further back than a search looks", async () => {
    const params = { projectId: w.otherProjectId };
    const namesOf = async (query: Record<string, string | number>) => {
      const { body } = await send(w, list, { as: "admin", params, query });
      return (body as { description: string }[]).map(({ description }) => description);
    };
    // The clock was ahead for the second of them.
    await db.execute(sql`update events set user_id = ${w.userIds.guest}, created = case description
      when 'e2' then '2025-03-05'::timestamptz else '2025-03-01T12:00:00Z' end where description in ('e1', 'e2', 'e3')`);
    await db.execute(sql`analyze events`);
    const day = { since: "2025-03-01T00:00:00Z", until: "2025-03-02T00:00:00Z" };
    expect(await namesOf(day)).toEqual(["e3", "e1"]);
    expect(await namesOf({ ...day, object_type: "task", before: 20_000 })).toEqual(["e3", "e1"]);
    expect(await namesOf({ user_id: w.userIds.guest })).toEqual(["e3", "e2", "e1"]);
    expect(await namesOf({ ...day, user_id: w.userIds.guest, limit: 1 })).toEqual(["e3"]);
    const mine = await w.call(listMyEvents, "owner", {}, { ...day, user_id: String(w.userIds.guest) });
    expect(mine.map(({ description }) => description)).toEqual([]);
    const [, plan] = await plansOf(database(), () => namesOf({ ...day, user_id: w.userIds.guest }));
    expect(plan).toContain("using events_person");
    expect(plan).toContain("using events_created");
    expect(plan).not.toContain("Seq Scan on events");
  });
});
