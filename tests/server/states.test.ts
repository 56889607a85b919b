import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createState, createStateToken } from "@/lib/state/operations";
import { listVersions } from "@/lib/state/version-operations";
import { terraformState } from "../state/states";
import { freshDatabase } from "../support/database";
import { world } from "../support/world";
import { type Running, startNode } from "./processes";

const RUNS = process.env.SIGNALBOX_TEST_LONG === "1" ? 20 : 8;

const db = await freshDatabase();
let webs: Running[] = [];
beforeAll(async () => {
  const environment = { DATABASE_URL: process.env.DATABASE_URL ?? "" };
  webs = await Promise.all([1, 2].map(() => startNode(() => ["dist/server.mjs"], environment)));
});
afterAll(() => Promise.all(webs.map((web) => web.stop())));

test(`${RUNS} runs at once, through two web processes, each keep what the others wrote`, async () => {
  const w = await world(db);
  const project = { projectId: w.projectId };
  const { id: stateId } = await w.call(createState, "owner", project, { name: "Shared", kind: "terraform" });
  const token = { name: "laptop", writes: true };
  const made = await Promise.all(
    Array.from({ length: RUNS }, () => w.call(createStateToken, "owner", { ...project, stateId }, token)),
  );

  /** As `terraform apply` does: lock, read, add a resource, write, unlock. */
  async function run(number: number, password: string): Promise<void> {
    const ask = async (method: string, below: string, body?: string) => {
      const web = webs[Math.floor(Math.random() * webs.length)];
      const authorization = `Basic ${Buffer.from(`me:${password}`).toString("base64")}`;
      return fetch(`${web?.url}/api/state/${stateId}/default${below}`, { method, body, headers: { authorization } });
    };
    const info = JSON.stringify({ ID: `run-${number}`, Operation: "apply", Who: `run ${number}` });
    while ((await ask("POST", "/lock", info)).status === 423) await pause(20);
    const stolen = await ask("POST", `?ID=run-${(number + 1) % RUNS}`, terraformState());
    expect(stolen.status).toBe(423);
    const before = await ask("GET", "");
    const state = before.status === 204 ? { serial: 0, resources: [] } : await before.json();
    const after = terraformState((json) => {
      json.serial = state.serial + 1;
      json.resources = [...state.resources, { ...json.resources[0], name: `run${number}` }];
    });
    expect((await ask("POST", `?ID=run-${number}`, after)).status).toBe(200);
    expect((await ask("DELETE", "/lock", info)).status).toBe(200);
  }
  await Promise.all(made.map(({ token: password }, number) => run(number, password)));

  const versions = await w.call(listVersions, "owner", { ...project, stateId }, {});
  const counted = Array.from({ length: RUNS }, (_, index) => RUNS - index);
  expect(versions.map(({ serial }) => serial)).toEqual(counted);
  expect(versions.map(({ number }) => number)).toEqual(counted);
  expect(versions.map(({ resources }) => resources)).toEqual(counted);
});
