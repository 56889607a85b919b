import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../support/database";
import { type World, world } from "../support/world";
import { type Running, startNode } from "./processes";

const db = await freshDatabase();
let w: World;
let ours: Running;
let nexts: Running;

beforeAll(async () => {
  w = await world(db);
  const environment = { DATABASE_URL: process.env.DATABASE_URL ?? "" };
  ours = await startNode(() => ["dist/server.mjs"], environment);
  nexts = await startNode((port) => ["node_modules/next/dist/bin/next", "start", "-p", String(port)], environment);
});

afterAll(async () => {
  await ours?.stop();
  await nexts?.stop();
});

/** What a client can tell one answer from another by. */
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
  ["GET", "/api/project/999999"],
  ["GET", "/api/project/:p/keys", undefined, NOBODY],
  ["POST", "/api/project/:p/keys", "{not json"],
  ["POST", "/api/project/:p/keys", '{"name":"","type":"ssh"}'],
  ["POST", "/api/project/:p/tasks", '{"template_id":1}'],
  ["DELETE", "/api/project/:p/keys/999"],
  ["DELETE", "/api/user"],
  ["GET", "/api/nothing/here"],
  ["POST", "/api/internal/runners/hello", "{}"],
])("%s %s: the same through Next", async (method, path, body, cookie) => {
  const real = path.replace(":p", String(w.projectId));
  const [mine, theirs] = [
    await answer(ours, method, real, body, cookie),
    await answer(nexts, method, real, body, cookie),
  ];
  // Next adds nothing of its own to our route handlers' answers but for an unsupported method.
  if (mine.status === 405) expect(theirs.status).toBe(405);
  else expect(mine).toEqual(theirs);
});
