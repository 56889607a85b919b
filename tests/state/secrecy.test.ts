import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../support/database";
import { type StateSite, stateSite } from "../support/state-site";
import { tablesWith } from "../support/tables";
import type { Person } from "../support/world";
import { terraformState } from "./states";

const db = await freshDatabase();
let site: StateSite;
let path: string;
let versionId: number;

beforeAll(async () => {
  site = await stateSite(db);
  const { ref, state } = await site.run(await site.template({ auto_approve: true }));
  await site.call("POST", state, "", terraformState());
  await site.call(
    "POST",
    state,
    "",
    terraformState((json) => Object.assign(json, { serial: 9, lineage: "canary" })),
  );
  await site.call("POST", state, "", "canary");
  await site.runner.keepState(
    ref,
    terraformState((json) => Object.assign(json, { serial: 4 })),
    true,
  );
  await site.runner.finish(ref);
  path = `/api/project/${site.w.projectId}/states/${state.state_id}`;
  const versions = await read("owner", `${path}/versions`);
  versionId = JSON.parse(versions.text).at(-1).id;
});
afterAll(() => site?.api.stop());

async function read(person: Person, url: string, method = "GET") {
  const headers = { cookie: `semaphore=${site.w.sessionIds[person]}` };
  const response = await fetch(`${site.api.url}${url}`, { method, headers });
  return { status: response.status, text: await response.text() };
}

test("no table contains a state's content in plaintext, not even a rejected or offered one", async () => {
  expect(await tablesWith(db, "canary")).toEqual([]);
});

test.each(["", "/versions", "/versions/ID", "/versions/ID/changes"])(
  "a member reads no secret at %s",
  async (below) => {
    const { status, text } = await read("guest", `${path}${below.replace("ID", String(versionId))}`);
    expect(status).toBe(200);
    expect(text).not.toContain("canary");
  },
);

test("a manager gets no sensitive attribute, and the state itself only with an event", async () => {
  const attributes = await read("manager", `${path}/versions/${versionId}/attributes`);
  expect(attributes.text).toContain('"value":"motd"');
  expect(attributes.text).not.toContain("canary");
  expect((await read("guest", `${path}/versions/${versionId}/attributes`)).status).toBe(403);
  expect((await read("task_runner", `${path}/versions/${versionId}/content`, "POST")).status).toBe(403);
  expect((await read("manager", `${path}/versions/${versionId}/content`, "POST")).text).toBe(terraformState());
  const feed = await read("owner", `/api/project/${site.w.projectId}/events`);
  expect(feed.text).toContain("version 1 downloaded");
  expect(feed.text).not.toContain("canary");
});
