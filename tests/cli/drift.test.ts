import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { drifts } from "@/db/schema/drifts";
import { insertToken } from "@/lib/session/tokens";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type RealApi, realApi } from "../support/real-api";
import { type TaskSite, taskSite } from "../support/task-site";
import { signalbox } from "./cli-process";

// Every step is a process of its own, which a busy machine takes long to start.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const db = await freshDatabase();
const home = mkdtempSync(join(tmpdir(), "signalbox-cli-drift-"));
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

test("a check is started, and what checks found is listed, with an exit code that a pipeline can use", async () => {
  const template_id = await site.template({ name: "Servers", app: "terraform", playbook: "" });
  expect(await cli("drift")).toMatchObject({ code: 0, stdout: "No template was checked for drift yet\n" });

  const started = await cli("run", "Servers", "--check", "--json");
  expect(JSON.parse(started.stdout)).toMatchObject({ template_id, drift_check: true });

  const runner = await HandRunner.start(db);
  const first = await runner.take();
  await runner.finish(first, "success");
  for (const [drifted, code] of [
    [true, 5],
    [false, 0],
  ] as const) {
    const following = cli("run", "Servers", "--check", "--follow");
    const ref = await runner.take();
    await runner.progress(ref, { drift: { drifted, count: drifted ? 1 : 0, items: [] } });
    await runner.finish(ref, "success");
    expect((await following).code).toBe(code);
  }
  await db.delete(drifts);

  const at = "2026-11-22T06:00:00Z";
  const items = ["a", "b", "c", "d", "e", "f"].map((name) => ({
    address: `x.${name}`,
    type: "x",
    action: "update" as const,
    outside: true,
  }));
  const found = { status: "drifted" as const, count: 9, items, since: at, checked_at: at };
  const place = { template_id, project_id: site.w.projectId, workspace: "default" };
  await db.insert(drifts).values({ ...place, ...found });
  const listed = await cli("drift");
  expect(listed.code).toBe(1);
  expect(listed.stdout).toMatch(/Servers +default +drifted .* x\.a, x\.b, x\.c, x\.d, x\.e, 4 more\n$/);

  await db.update(drifts).set({ status: "in_sync", count: 0, items: [] });
  const synced = await cli("drift", "--json");
  expect(synced.code).toBe(0);
  expect(JSON.parse(synced.stdout)).toMatchObject([{ template_name: "Servers", status: "in_sync" }]);
});
