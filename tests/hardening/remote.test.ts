import { createServer } from "node:http";
import { BlockList } from "node:net";
import { isNull } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { events } from "@/db/schema/events";
import { integrationAliases, webhookDeliveries } from "@/db/schema/integrations";
import { loginAttempts } from "@/db/schema/login-attempts";
import { hashToken } from "@/lib/secret/token";
import { apiListener } from "@/lib/server/api";
import { setRemote } from "@/lib/server/remote";
import { freshDatabase } from "../support/database";
import { listen } from "../support/listen";
import { world } from "../support/world";

const db = await freshDatabase();
const w = await world(db);

/** The API as the product serves it: the caller's address comes from the socket, or from a trusted proxy. */
async function serve(trusted: BlockList): Promise<string> {
  const api = apiListener();
  const server = createServer((request, response) => {
    setRemote(request, trusted);
    void api(request, response);
  });
  const { url, stop } = await listen(server);
  afterAll(stop);
  return `${url}/api`;
}

const nobody = new BlockList();
const thisMachine = new BlockList();
thisMachine.addAddress("127.0.0.1");
const direct = await serve(nobody);
const behindProxy = await serve(thisMachine);

beforeEach(() => db.delete(loginAttempts));

const guess = async (url: string, headers: Record<string, string>): Promise<number> => {
  const body = JSON.stringify({ auth: "owner", password: "wrong" });
  return (await fetch(`${url}/auth/login`, { method: "POST", body, headers })).status;
};

/** The statuses of twelve guesses with different forwarded addresses. */
async function guesses(url: string, header: string, place = "192.0.2."): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 1; n <= 12; n++) statuses.push(await guess(url, { [header]: `${place}${n}` }));
  return statuses;
}

const TEN_THEN_NONE = [...Array.from({ length: 10 }, () => 401), 429, 429];

test.each(["x-signalbox-remote", "X-Signalbox-Remote", "x-forwarded-for"])(
  "a caller who forges another address in %s each time gets no more attempts",
  async (header) => expect(await guesses(direct, header)).toEqual(TEN_THEN_NONE),
);

test("a trusted proxy distinguishes callers", async () => {
  expect(await guesses(behindProxy, "x-forwarded-for")).toEqual(Array.from({ length: 12 }, () => 401));
  const chosen = { "x-forwarded-for": "203.0.113.9, 192.0.2.77" };
  const statuses: number[] = [];
  for (let n = 1; n <= 11; n++) statuses.push(await guess(behindProxy, chosen));
  expect(statuses.at(-1)).toBe(429);
});

test("wrong passwords count per account and address, and per address, never per account alone", async () => {
  const from = (address: string, auth: string) =>
    fetch(`${behindProxy}/auth/login`, {
      method: "POST",
      body: JSON.stringify({ auth, password: "wrong" }),
      headers: { "x-forwarded-for": address },
    }).then(({ status }) => status);
  const remember = (account: string, rows: number) =>
    db
      .insert(loginAttempts)
      .values(Array.from({ length: rows }, () => ({ account: hashToken(account), ip: "192.0.2.1" })));
  await remember("owner", 10);
  expect(await from("192.0.2.1", "owner")).toBe(429);
  expect(await from("192.0.2.1", "manager")).toBe(401);
  expect(await from("192.0.2.2", "owner")).toBe(401);
  await remember("others", 100);
  expect(await from("192.0.2.1", "manager")).toBe(429);
  expect(await from("192.0.2.2", "manager")).toBe(401);
});

test("ports added by a proxy don't distinguish callers", async () => {
  expect(await guesses(behindProxy, "x-forwarded-for", "192.0.2.80:5000")).toEqual(TEN_THEN_NONE);
  expect(await guess(behindProxy, { "x-forwarded-for": "[::ffff:192.0.2.80]:1" })).toBe(429);
});

test("all addresses of one IPv6 subscriber count as one", async () => {
  expect(await guesses(behindProxy, "x-forwarded-for", "2001:db8:0:7:aaaa::")).toEqual(TEN_THEN_NONE);
  expect(await guess(behindProxy, { "x-forwarded-for": "2001:DB8::7:0:0:0:9" })).toBe(429);
  expect(await guess(behindProxy, { "x-forwarded-for": "2001:db8:0:8::9" })).toBe(401);
});

test("failed sign-ins and webhooks are recorded with their source address", async () => {
  await db.delete(events);
  await guess(direct, { "x-signalbox-remote": "192.0.2.1" });
  expect(await db.select({ ip: events.ip }).from(events).where(isNull(events.user_id))).toEqual([{ ip: "127.0.0.1" }]);

  await db.insert(integrationAliases).values({ project_id: w.projectId, alias: "of-the-project" });
  const headers = { "x-signalbox-remote": "192.0.2.1" };
  await fetch(`${direct}/integrations/of-the-project`, { method: "POST", body: "{}", headers });
  const [delivery] = await db.select().from(webhookDeliveries);
  expect(delivery).toMatchObject({ ip: "127.0.0.1" });
  expect(JSON.stringify(delivery)).not.toContain("192.0.2.1");
});
