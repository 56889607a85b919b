import { afterAll, beforeAll, expect, test } from "vitest";
import { createState, createStateToken, deleteState, deleteStateToken, renameState } from "@/lib/state/operations";
import { heardDuring } from "../support/announcements";
import { freshDatabase } from "../support/database";
import { type StateSite, stateSite } from "../support/state-site";
import { terraformState } from "./states";

const db = await freshDatabase();
let site: StateSite;
beforeAll(async () => {
  site = await stateSite(db);
});
afterAll(() => site?.api.stop());

/** How often browsers hear of states during the work. */
const heardOfStates = async (work: () => Promise<unknown>) =>
  (await heardDuring(work)).filter(({ type }) => type === "state").length;

test("browsers are notified of every lock and version of a run, and once of a state reported by its runner", async () => {
  const { ref, state } = await site.run(await site.template());
  const lock = JSON.stringify({ ID: "1", Operation: "apply", Who: "runner" });
  expect(await heardOfStates(() => site.call("LOCK", state, "", lock))).toBe(1);
  expect(await heardOfStates(() => site.call("POST", state, "?ID=1", terraformState()))).toBe(1);
  expect(await heardOfStates(() => site.call("UNLOCK", state, "", lock))).toBe(1);
  const later = terraformState((json) => Object.assign(json, { serial: 8 }));
  expect(await heardOfStates(() => site.runner.keepState(ref, later))).toBe(1);
  expect(await heardOfStates(() => site.runner.keepState(ref, later))).toBe(0);
  await site.runner.finish(ref);
});

test("browsers are notified of changes by users", async () => {
  const params = { projectId: site.w.projectId };
  let stateId = 0;
  const create = async () => {
    stateId = (await site.w.call(createState, "owner", params, { name: "Network", kind: "terraform" })).id;
  };
  expect(await heardOfStates(create)).toBe(1);
  const ofState = { ...params, stateId };
  expect(await heardOfStates(() => site.w.call(renameState, "owner", ofState, { name: "Net" }))).toBe(1);
  const { id: tokenId } = await site.w.call(createStateToken, "owner", ofState, { name: "laptop", writes: true });
  expect(await heardOfStates(() => site.w.call(deleteStateToken, "owner", { ...ofState, tokenId }))).toBe(1);
  expect(await heardOfStates(() => site.w.call(deleteState, "owner", ofState))).toBe(1);
});
