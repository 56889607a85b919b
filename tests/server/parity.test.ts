import { afterAll, beforeAll, expect, test } from "vitest";
import { logChunks } from "@/db/schema/log-chunks";
import { freshDatabase } from "../support/database";
import { insertTask, insertTemplateRow, resources } from "../support/resources";
import { type World, world } from "../support/world";
import { type Running, startNode } from "./processes";

const db = await freshDatabase();
let w: World;
let taskId: number;
let ours: Running;
let nexts: Running;

beforeAll(async () => {
  w = await world(db);
  taskId = await insertTask(
    db,
    w.projectId,
    await insertTemplateRow(db, w.projectId, await resources(db, w.projectId)),
  );
  const chunk = { task_id: taskId, attempt: 1, first_line: 0, line_count: 2, time: "2026-01-01T00:00:00Z" };
  await db.insert(logChunks).values({ ...chunk, offsets: [0, 5], text: "one\ntwo" });
  const environment = { DATABASE_URL: process.env.DATABASE_URL ?? "" };
  ours = await startNode(() => ["dist/server.mjs"], environment);
  nexts = await startNode((port) => ["node_modules/next/dist/bin/next", "start", "-p", String(port)], environment);
});

afterAll(async () => {
  await ours?.stop();
  await nexts?.stop();
});

/** What distinguishes responses for a client. */
async function answer(server: Running, method: string, path: string, body?: string, cookie = w.sessionIds.owner) {
  const headers: Record<string, string> = cookie ? { cookie: `semaphore=${cookie}` } : {};
  const response = await fetch(`${server.url}${path}`, { method, headers, body, redirect: "manual" });
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    cache: response.headers.get("cache-control"),
    body: await response.text(),
  };
}

const NOBODY = "";

test("the API reference lists its paths through Next too", async () => {
  for (const server of [ours, nexts])
    expect((await answer(server, "GET", "/api/docs", undefined, NOBODY)).body).toContain(
      "/api/project/{projectId}/role",
    );
});

test.each<[string, string, string?, string?]>([
  ["GET", "/api/user"],
  ["GET", "/api/user/"],
  ["HEAD", "/api/user"],
  ["GET", "/api/info"],
  ["GET", "/api/auth/login"],
  ["GET", "/api/projects"],
  ["GET", "/api/apps"],
  ["GET", "/api/events/last"],
  ["GET", "/api/project/:p"],
  ["GET", "/api/project/:p/role"],
  ["GET", "/api/project/:p/keys?sort=type&order=desc"],
  ["GET", "/api/project/:p/keys/x"],
  ["GET", "/api/project/:p/repositories"],
  ["GET", "/api/project/:p/inventory"],
  ["GET", "/api/project/:p/environment"],
  ["GET", "/api/project/:p/templates"],
  ["GET", "/api/project/:p/views"],
  ["GET", "/api/project/:p/tasks/last?limit=5"],
  ["GET", "/api/project/:p/tasks/999"],
  ["GET", "/api/project/:p/tasks/:t/output"],
  ["GET", "/api/project/:p/tasks/:t/raw_output"],
  ["HEAD", "/api/project/:p/tasks/:t/raw_output"],
  ["GET", "/api/project/:p/tasks/999/raw_output"],
  ["GET", "/api/project/:p/tasks/:t/raw_output", undefined, NOBODY],
  ["GET", "/api/project/:p/events?limit=1"],
  ["GET", "/api/ping", undefined, NOBODY],
  ["GET", "/api/health/ready", undefined, NOBODY],
  ["GET", "/api/openapi.json", undefined, NOBODY],
  ["GET", "/api/ws"],
  ["GET", "/api/ws", undefined, NOBODY],
  ["POST", "/api/auth/login", '{"AUTH":"nobody","Password":"x"}', NOBODY],
  ["POST", "/api/project/:p/schedules/validate", '{"Cron_Format":"@daily"}'],
  ["GET", "/api/project/999999"],
  ["GET", "/api/project/:p/keys", undefined, NOBODY],
  ["POST", "/api/project/:p/keys", "{not json"],
  ["POST", "/api/project/:p/keys", '{"name":"","type":"ssh"}'],
  ["POST", "/api/project/:p/keys", JSON.stringify({ name: "x".repeat(256), type: "none" })],
  ["POST", "/api/project/:p/keys", '{"name":5,"type":"none"}'],
  ["POST", "/api/project/:p/inventory", '{"name":"x","type":"unknown"}'],
  ["POST", "/api/project/:p/schedules/validate", '{"cron_format":"61 * * * *"}'],
  ["POST", "/api/project/:p/tasks", '{"template_id":999}'],
  ["DELETE", "/api/project/:p/keys/999"],
  ["DELETE", "/api/user"],
  ["GET", "/api/nothing/here"],
  ["GET", "/api/state/x/default", undefined, NOBODY],
  ["GET", "/api/state/7", undefined, NOBODY],
  ["POST", "/api/internal/runners/hello", "{}"],
])("%s %s: the same through Next", async (method, path, body, cookie) => {
  const real = path.replace(":p", String(w.projectId)).replace(":t", String(taskId));
  const [mine, theirs] = [
    await answer(ours, method, real, body, cookie),
    await answer(nexts, method, real, body, cookie),
  ];
  // Next only adds to our route handlers' responses for an unsupported method.
  if (mine.status === 405) expect(theirs.status).toBe(405);
  else expect(mine).toEqual(theirs);
});
