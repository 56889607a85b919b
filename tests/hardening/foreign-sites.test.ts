import { expect, test } from "vitest";
import * as loginRoute from "@/app/api/auth/login/route";
import * as logoutRoute from "@/app/api/auth/logout/route";
import { freshDatabase } from "../support/database";
import { send } from "../support/http";
import { setPassword, world } from "../support/world";

const PASSWORD = "correct horse battery";

const db = await freshDatabase();
const w = await world(db);
await setPassword(db, w.userIds.owner, PASSWORD);

const FOREIGN: Record<string, string>[] = [
  { origin: "https://elsewhere.example" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
];
const OWN: Record<string, string>[] = [
  {},
  { origin: "http://signalbox.test", host: "signalbox.test" },
  { "sec-fetch-site": "same-origin" },
];

const signIn = (headers: Record<string, string>) =>
  send(w, loginRoute.POST, { method: "POST", body: { auth: "owner", password: PASSWORD }, headers });

test.each(FOREIGN)("another site (%o) can't sign anyone in, not even with the right password", async (headers) => {
  const answer = await signIn({ ...headers, "content-type": "text/plain" });
  expect(answer.status).toBe(403);
  expect(answer.headers.get("set-cookie")).toBeNull();
});

test.each(OWN)("our own page and scripts (%o) can", async (headers) => {
  const answer = await signIn(headers);
  expect(answer.status).toBe(204);
  expect(answer.headers.get("set-cookie")).toMatch(/^semaphore=[0-9a-f]{64}; Path=\/; .*HttpOnly; SameSite=Lax/);
});

test.each(FOREIGN)("another site (%o) can't sign anyone out", async (headers) => {
  expect((await send(w, logoutRoute.POST, { method: "POST", as: "guest", headers })).status).toBe(403);
});
