import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { projectMembers } from "@/db/schema/projects";
import { sessions } from "@/db/schema/sessions";
import { endpoint } from "@/lib/operation/endpoint";
import { execute } from "@/lib/operation/execute";
import { LONG_BODY_BYTES } from "@/lib/operation/http/request";
import { parse } from "@/lib/operation/parse";
import { createToken } from "@/lib/session/operations";
import { createView } from "@/lib/view/operations";
import nextConfig from "@/next.config";
import { freshDatabase } from "../support/database";
import { refusal, world } from "../support/world";

const db = await freshDatabase();
const w = await world(db);
const caller = {
  credentials: { kind: "session" as const, id: w.sessionIds.owner },
  ip: "127.0.0.1",
  userAgent: "tests",
};

/** The body arrives after what happens meanwhile. */
const slowly = (meanwhile: () => Promise<unknown>, body: object) => async () => {
  await meanwhile();
  await sleep(1_050);
  return body;
};

test("whoever is removed from a project while sending a body is refused", async () => {
  const removed = slowly(() => db.delete(projectMembers).where(eq(projectMembers.user_id, w.userIds.owner)), {
    title: "Late",
  });
  const call = execute(createView, caller, { projectId: w.projectId }, removed, db);
  expect(await refusal(call)).toEqual({ status: 404, error: null });
});

test("whose session ends while sending a body is refused", async () => {
  const ended = slowly(() => db.delete(sessions).where(eq(sessions.user_id, w.userIds.owner)), {});
  expect(await refusal(execute(createToken, caller, {}, ended, db))).toMatchObject({ status: 401 });
});

test("where no field of it counts, a body need not even be JSON", async () => {
  const init = { method: "POST", headers: { cookie: `semaphore=${w.sessionIds.admin}` }, body: "{not json" };
  const [tokens, views] = [endpoint(createToken), endpoint(createView)];
  const reply = await tokens(new Request("http://here/api/user/tokens", init), { params: Promise.resolve({}) });
  expect(reply.status).toBe(200);
  const params = Promise.resolve({ projectId: String(w.projectId) });
  expect((await views(new Request("http://here/api/project/1/views", init), { params })).status).toBe(400);
});

test("JSON that is nested too deeply is the caller's fault", async () => {
  const deep: unknown = JSON.parse("[".repeat(20_000) + "]".repeat(20_000));
  const read = async () => parse(z.json(), deep);
  expect(await refusal(read())).toEqual({ status: 400, error: "Invalid request body" });
});

test("an action of a form takes as long a body as a route for long texts", async () => {
  const { experimental } = await nextConfig(PHASE_PRODUCTION_SERVER);
  expect(experimental?.serverActions?.bodySizeLimit).toBe(`${LONG_BODY_BYTES / 1024 / 1024}mb`);
});
