import { desc } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { events } from "@/db/schema/events";
import { runners } from "@/db/schema/runners";
import type { Access } from "@/lib/access/access";
import { forgetRunners, runnerByToken } from "@/lib/access/runner-cache";
import type { Operation } from "@/lib/operation/define";
import { execute } from "@/lib/operation/execute";
import { PROTOCOL_VERSION } from "@/lib/protocol/runner";
import { deleteRunner, listRunners, switchRunner } from "@/lib/runner/operations";
import { hashToken } from "@/lib/secret/token";
import { hello, poll, unregister } from "@/lib/task/runner-operations";
import { freshDatabase } from "../support/database";
import { refusal, type World, world } from "../support/world";

const db = await freshDatabase();
const TOKEN = "a-runner-of-the-tests";
const INSTANCE = "instance-of-the-tests";
let w: World;
let runnerId: number;
beforeAll(async () => {
  w = await world(db);
});
beforeEach(async () => {
  await db.delete(runners);
  forgetRunners();
  const values = {
    name: "far",
    token_hash: hashToken(TOKEN),
    webhook: "https://example.com/hook",
    max_parallel_tasks: 2,
  };
  const [row] = await db.insert(runners).values(values).returning({ id: runners.id });
  runnerId = row?.id ?? 0;
});

function ask(op: Operation<Access>, input: object = {}, signal = AbortSignal.timeout(200)) {
  const caller = { credentials: { kind: "runner" as const, token: TOKEN }, ip: "", userAgent: "", signal };
  return execute(op, caller, {}, { instance_id: INSTANCE, ...input }, db);
}
const greeting = { protocol: PROTOCOL_VERSION, version: "1", hostname: "here", tools: {}, attempts: [] };
const waiting = { free: 1, attempts: [] };

describe("a runner gets its settings from the console", () => {
  it("with hello and every poll", async () => {
    const settings = {
      active: true,
      draining: false,
      max_parallel_tasks: 2,
      webhook: "https://example.com/hook",
      lost_after_seconds: 1800,
      cleaning_requested: null,
    };
    expect(await ask(hello, greeting)).toEqual({
      runner_id: runnerId,
      name: "far",
      settings,
      discard: [],
      plan: false,
      results: false,
      raw_log: false,
      events: false,
      outputs: false,
      artifact_bytes: 50 * 1024 ** 2,
    });
    expect(await ask(poll, waiting)).toEqual({ tasks: [], directives: [], checks: [], probes: [], settings });
  });

  it("as they are when the poll is answered", async () => {
    await ask(hello, greeting);
    const leaving = new AbortController();
    const answer = ask(poll, waiting, leaving.signal);
    await w.call(switchRunner, "admin", { runnerId }, { active: false });
    leaving.abort();
    expect(await answer).toMatchObject({ settings: { active: false } });
  });

  it("unless it was deleted in the meantime", async () => {
    await ask(hello, greeting);
    const leaving = new AbortController();
    const answer = refusal(ask(poll, waiting, leaving.signal));
    await w.call(deleteRunner, "admin", { runnerId });
    leaving.abort();
    expect(await answer).toMatchObject({ status: 401 });
  });
});

it("a runner that is deleted while it is being read is not remembered", async () => {
  const reading = runnerByToken(db, hashToken(TOKEN));
  forgetRunners();
  expect(await reading).toMatchObject({ id: runnerId });
  await db.delete(runners);
  expect(await runnerByToken(db, hashToken(TOKEN))).toBeNull();
});

describe("a runner with an unknown protocol", () => {
  it("is rejected with both versions", async () => {
    expect(await refusal(ask(hello, { ...greeting, protocol: 99 }))).toEqual({
      status: 400,
      error: `The runner uses protocol 99 and the server ${PROTOCOL_VERSION}. Install the same version on both.`,
    });
    expect((await w.call(listRunners, "admin", {}))[0]).toMatchObject({ version: "", last_seen: null });
  });
});

describe("a runner with the previous protocol", () => {
  it("is accepted, without newer capabilities", async () => {
    await ask(hello, { ...greeting, protocol: 1 });
    expect(await db.select().from(runners)).toMatchObject([{ protocol: 1, capabilities: [] }]);
    await ask(hello, { ...greeting, capabilities: ["something new"] });
    expect(await db.select().from(runners)).toMatchObject([
      { protocol: PROTOCOL_VERSION, capabilities: ["something new"] },
    ]);
  });
});

describe("a runner that unregisters", () => {
  it("is deleted, its token revoked, and an event recorded", async () => {
    expect(await ask(unregister)).toEqual({ name: "far" });
    expect(await w.call(listRunners, "admin", {})).toEqual([]);
    const [event] = await db.select().from(events).orderBy(desc(events.id)).limit(1);
    expect(event).toMatchObject({ object_type: "runner", object_id: runnerId, description: "Runner far unregistered" });
    expect(await refusal(ask(unregister))).toMatchObject({ status: 401 });
  });

  it("must be a runner", async () => {
    for (const as of ["anonymous", "admin"] as const) {
      expect(await refusal(w.call(unregister, as, {}, {}))).toMatchObject({ status: 401 });
    }
    expect(await w.call(listRunners, "admin", {})).toHaveLength(1);
  });
});
