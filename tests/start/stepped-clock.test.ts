import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "@/cli/start/database";
import { waitUntilReady } from "@/cli/start/web";
import { startScratch } from "@/db/embedded";
import { readSettings } from "@/lib/settings/settings";
import { freshDatabase } from "../support/database";
import { relayDatabase } from "../support/database-relay";
import { listen } from "../support/listen";

await freshDatabase();

/** Each time it is asked, another hour has passed, as on a machine that sets its clock late. */
beforeEach(() => {
  let now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => {
    now += 3_600_000;
    return now;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const never = new AbortController().signal;

test("Postgres is given its time although the clock is set meanwhile", async () => {
  const postgres = await startScratch();
  await postgres.stop({ force: true });
});

test("a web process too", async () => {
  let asked = 0;
  const web = await listen(createServer((_, response) => response.writeHead(++asked > 2 ? 200 : 503).end()));
  await waitUntilReady(readSettings({ PORT: String(web.port) }), [], never);
  expect(asked).toBe(3);
  await web.stop();
});

/** Postgres's FATAL message while it recovers. */
const STARTING_UP = Buffer.from("E\0\0\0#SFATAL\0C57P03\0Mis starting up\0\0", "latin1");

test("and a database of your own", async () => {
  let tried = 0;
  const { url, stop } = await relayDatabase({ onConnection: (from) => ++tried < 3 && from.end(STARTING_UP) });
  const SIGNALBOX_ENCRYPTION_KEYS = `k1:${randomBytes(32).toString("base64")}`;
  const { about } = await openDatabase(readSettings({ DATABASE_URL: url, SIGNALBOX_ENCRYPTION_KEYS }), never);
  expect(about).toMatch(/^version /);
  await stop();
});
