import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../support/database";
import { type StateSite, stateSite } from "../support/state-site";
import { terraformState } from "./states";

const MEGABYTE = 1024 * 1024;
const LARGE_MEGABYTES = process.env.SIGNALBOX_TEST_LONG === "1" ? 50 : 10;
const LARGE_BYTES = LARGE_MEGABYTES * MEGABYTE;
/** Of server and client together: parsed and written, a state is in memory several times, beside what any first request takes. */
const MAX_MEMORY_BYTES = 150 * MEGABYTE + 10 * LARGE_BYTES;

const db = await freshDatabase();
let site: StateSite;
beforeAll(async () => {
  site = await stateSite(db);
});
afterAll(() => site?.api.stop());

/** Thousands of resources whose attributes hardly compress. */
const large = terraformState((state) => {
  const instances = Array.from({ length: LARGE_BYTES / 10_500 }, (_, index_key) => ({
    index_key,
    attributes: Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`a${n}`, randomBytes(512).toString("hex")])),
  }));
  state.resources.push({ mode: "managed", type: "null_resource", name: "many", provider: "null", instances });
});
const withSerial = (serial: number) => large.replace(/"serial": \d+/, `"serial": ${serial}`);

/** What the process takes at most, beyond what it had, while the work goes on. */
async function peakOf(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  await work().finally(() => clearInterval(timer));
  return most - before;
}

const upload = (stateId: number, content: string) =>
  fetch(`${site.api.url}/api/project/${site.w.projectId}/states/${stateId}/versions`, {
    method: "POST",
    headers: { cookie: `semaphore=${site.w.sessionIds.owner}`, "content-type": "application/json" },
    body: JSON.stringify({ workspace: "default", reason: "moved", content }),
  });

test(`a state of ${LARGE_MEGABYTES} MB is written, read, uploaded and downloaded unchanged, in bounded memory`, async () => {
  expect(large.length).toBeGreaterThan(LARGE_BYTES);
  const { ref, state } = await site.run(await site.template());
  const peak = await peakOf(async () => {
    expect((await site.call("POST", state, "", large)).status).toBe(200);
    expect((await site.call("GET", state)).text === large).toBe(true);
    await site.runner.finish(ref);
    const uploaded = await upload(state.state_id, withSerial(4));
    expect(uploaded.status).toBe(201);
    const { id } = await uploaded.json();
    const path = `/api/project/${site.w.projectId}/states/${state.state_id}/versions/${id}/content`;
    const headers = { cookie: `semaphore=${site.w.sessionIds.owner}` };
    const downloaded = await fetch(`${site.api.url}${path}`, { method: "POST", headers });
    expect((await downloaded.text()) === withSerial(4)).toBe(true);
  });
  expect(peak).toBeLessThan(MAX_MEMORY_BYTES);
}, 120_000);

test("a rejection includes the keys of its texts, which the form translates", async () => {
  const { ref, state } = await site.run(await site.template());
  await site.runner.finish(ref);
  expect((await upload(state.state_id, terraformState())).status).toBe(201);
  const older = await upload(
    state.state_id,
    terraformState((json) => Object.assign(json, { serial: 2 })),
  );
  expect(older.status).toBe(409);
  expect(await older.json()).toEqual({
    error: "Serial 2 is not higher than 3, that of the newest version. Pull the newest version first.",
    refusal: { code: "conflict", key: "stateOlder", params: { serial: 2, newest: 3 } },
  });
  const unreadable = await upload(state.state_id, "no state");
  expect(await unreadable.json()).toMatchObject({
    refusal: { code: "invalid", issues: [{ path: "content", key: "stateUnreadable" }] },
  });
});
