import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { insertToken } from "@/lib/session/tokens";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type RealApi, realApi } from "../support/real-api";
import { type TaskSite, taskSite } from "../support/task-site";
import { signalbox } from "./cli-process";

// Every step is a process of its own, which a busy machine takes long to start.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const db = await freshDatabase();
const home = mkdtempSync(join(tmpdir(), "signalbox-cli-compare-"));
let site: TaskSite;
let api: RealApi;

beforeAll(async () => {
  site = await taskSite(db);
  api = await realApi();
});
afterAll(async () => {
  await api?.stop();
  rmSync(home, { recursive: true, force: true });
});

async function cli(...words: string[]) {
  const { id } = await insertToken(db, site.w.userIds.owner);
  return signalbox(words, { env: { SIGNALBOX_URL: api.url, SIGNALBOX_TOKEN: id, XDG_CONFIG_HOME: home } });
}

test("two tasks are compared, with what may explain the failure first, and so are their logs", async () => {
  const runner = await HandRunner.start(db);
  const [before, after] = ["a", "b"].map((letter) => letter.repeat(40));
  const commit = { hash: after, parents: [before], author: "A", time: "2026-01-01T00:00:00Z", subject: "Break it" };
  const templateId = await site.template();
  const run = async (input: object, lines: string[], end: object) => {
    const id = await site.start(templateId, input);
    const ref = await runner.take();
    await runner.log(ref, lines);
    await runner.finish(ref, "error", end);
    return id;
  };
  const good = await site.start(templateId);
  const ref = await runner.take();
  await runner.log(ref, ["12:00:01 start", "fine"]);
  await runner.finish(ref, "success", { facts: { commit_hash: before } });
  const facts = {
    commit_hash: after,
    commits: { commits: [{ ...commit, paths: ["run.sh"], files: 1 }], more: false },
  };
  const bad = await run({ debug: true }, ["12:00:09 start", "broken"], { facts, reason: "exit_code", exit_code: 1 });

  const compared = await cli("compare", String(bad));
  expect(compared.code, compared.stderr).toBe(0);
  expect(compared.stdout.split("\n").slice(0, 5)).toEqual([
    `#${bad} (error) compared with #${good} (success)`,
    `Failing since #${bad}`,
    "Changed: commit bbbbbbbbbb changed run.sh",
    "Changed: parameters: debug",
    "+ bbbbbbbbbb Break it",
  ]);
  expect(compared.stdout).toMatch(/parameters: debug +- +true/);

  const logs = await cli("compare", `#${bad}`, String(good), "--log");
  expect(logs.stdout).toBe("@@ 1 @@\n 12:00:09 start\n-fine\n+broken\n");
  const json = await cli("compare", String(good), String(bad), "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({ before: { id: bad }, commits: { removed: [{ hash: after }] } });
  expect(await cli("compare", String(bad), "x")).toMatchObject({ code: 2 });
});
