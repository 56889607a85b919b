import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { GET as ready } from "@/app/api/health/ready/route";
import { hadOutage } from "@/lib/operation/database-outage";
import { toAppError } from "@/lib/operation/errors";
import { errorResponse } from "@/lib/operation/http/error-reply";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type TaskSite, taskSite } from "../support/task-site";
import { refusal } from "../support/world";

const db = await freshDatabase();
let site: TaskSite;
let runner: HandRunner;
beforeAll(async () => {
  site = await taskSite(db);
  runner = await HandRunner.start(db);
  await db.execute(sql`create function fail(code text) returns int language plpgsql as
    $$ begin raise exception using errcode = code, message = 'trouble'; end $$`);
  await db.execute(sql`create function fail_writes() returns trigger language plpgsql as
    $$ begin raise exception using errcode = '53100', message = 'no space left on device'; end $$`);
});

const TROUBLE = {
  "57P01": "it stops",
  "57P02": "it has crashed",
  "57P03": "it starts",
  "53000": "no resources",
  "53100": "the disk is full",
  "53200": "no memory",
  "53300": "too many connections",
  "53400": "a limit of its configuration",
  "08006": "the connection has failed",
  "25006": "it only reads",
  "28P01": "another password",
  "3D000": "the database is gone",
  "58030": "its disk fails",
  "40001": "others were first",
  "40P01": "a deadlock",
  "55P03": "a lock is held",
  "57014": "it took too long",
};

const HERE = new Request("http://signalbox.test/api");

describe("database outages return 503 with Retry-After", () => {
  test.each(Object.entries(TROUBLE))("%s: %s", async (code) => {
    const error: unknown = await db.execute(sql`select fail(${code})`).catch((thrown: unknown) => thrown);
    const response = errorResponse(toAppError(error), HERE);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await response.json()).toEqual({ error: "The database is busy or unavailable. Try again in a moment." });
  });

  test("statement errors are not outages", async () => {
    for (const code of ["42601", "23514", "XX000"]) {
      const error: unknown = await db.execute(sql`select fail(${code})`).catch((thrown: unknown) => thrown);
      expect(errorResponse(toAppError(error), HERE).status).toBe(500);
    }
  });
});

test("a full disk makes writes of users and runners return 503, and readiness reports it", async () => {
  await expect.poll(hadOutage, { timeout: 30_000 }).toBe(false);
  expect((await ready(HERE, { params: Promise.resolve({}) })).status).toBe(200);
  const templateId = await site.template();
  await db.execute(
    sql`create trigger full_disk before insert or update on tasks for each row execute function fail_writes()`,
  );
  expect(await refusal(site.start(templateId))).toMatchObject({ status: 503 });
  const unready = await ready(HERE, { params: Promise.resolve({}) });
  expect(unready.status).toBe(503);
  expect(unready.headers.get("retry-after")).toBe("5");
  await db.execute(sql`drop trigger full_disk on tasks`);
  await site.start(templateId);
  await db.execute(sql`create trigger full_disk before update on tasks for each row execute function fail_writes()`);
  expect(await refusal(runner.poll())).toMatchObject({ status: 503 });
});
