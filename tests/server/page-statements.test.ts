import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../support/database";
import { relayDatabase } from "../support/database-relay";
import { type World, world } from "../support/world";
import { type Running, startNode } from "./processes";

const db = await freshDatabase();
let w: World;
let server: Running;
let statements = 0;

/** Of Postgres's messages, a statement is a query or the execution of a prepared one. */
const STATEMENTS = new Set(["Q", "E"]);

/** The first message of a connection has no letter before its length. */
function count(from: Socket): void {
  let letters = 0;
  let rest: Buffer = Buffer.alloc(0);
  from.on("data", (part) => {
    rest = Buffer.concat([rest, part]);
    while (rest.length >= letters + 4 && rest.length >= letters + rest.readUInt32BE(letters)) {
      if (letters > 0 && STATEMENTS.has(rest.toString("latin1", 0, 1))) statements += 1;
      rest = rest.subarray(letters + rest.readUInt32BE(letters));
      letters = 1;
    }
  });
}

const relay = await relayDatabase({ onConnection: count });

beforeAll(async () => {
  w = await world(db);
  server = await startNode(() => ["dist/server.mjs"], { DATABASE_URL: relay.url });
});
afterAll(async () => {
  await server?.stop();
  await relay.stop();
});

/** The fewest of several visits: meanwhile, the process also looks for what is due. */
async function statementsOf(screen: string): Promise<number> {
  const counts: number[] = [];
  for (let visit = 0; visit < 6; visit++) {
    const before = statements;
    const headers = { cookie: `semaphore=${w.sessionIds.owner}` };
    const response = await fetch(`${server.url}/project/${w.projectId}/${screen}`, { headers, redirect: "manual" });
    expect(response.status).toBe(200);
    await response.text();
    counts.push(statements - before);
  }
  return Math.min(...counts);
}

test.each([
  ["templates", 6],
  ["history", 9],
  ["keys", 5],
])("the page of %s asks Postgres at most %i times", async (screen, most) => {
  expect(await statementsOf(screen)).toBeLessThanOrEqual(most);
});
