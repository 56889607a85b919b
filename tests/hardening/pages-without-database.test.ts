import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Running, startNode } from "../server/processes";
import { freshDatabase } from "../support/database";
import { relayDatabase } from "../support/database-relay";
import { type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let server: Running;

const open = new Set<Socket>();
let isAway = false;
const relay = await relayDatabase({
  isAway: () => isAway,
  onConnection: (...sockets) => {
    for (const socket of sockets) open.add(socket);
  },
});

function away(): void {
  isAway = true;
  for (const socket of open) socket.destroy();
}

beforeAll(async () => {
  w = await world(db);
  server = await startNode(() => ["dist/server.mjs"], { DATABASE_URL: relay.url });
});
afterAll(async () => {
  await server?.stop();
  await relay.stop();
});

const get = (path: string) =>
  fetch(`${server.url}${path}`, { headers: { cookie: `semaphore=${w.sessionIds.owner}` }, redirect: "manual" });

test("a page without a database is 503 with the reason, and recovers", async () => {
  const pages = ["/auth/login", `/project/${w.projectId}/templates`, `/project/${w.projectId}/history`];
  expect((await get(pages[1] ?? "")).status).toBe(200);
  away();
  for (const page of pages) {
    const response = await get(page);
    expect({ page, status: response.status, retry: response.headers.get("retry-after") }).toEqual({
      page,
      status: 503,
      retry: "5",
    });
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    // The browser words it: the page has no texts but those it shows, and an error page is made there.
    expect(await response.text()).toMatch(/digest\\":\\"unavailable/);
  }
  expect((await get("/nothing/of/the/kind")).status).toBe(404);
  isAway = false;
  await expect.poll(async () => (await get(pages[1] ?? "")).status, { timeout: 20_000 }).toBe(200);
});
