import { afterAll, beforeAll, expect, test } from "vitest";
import * as integration from "@/lib/integration/operations";
import * as parts from "@/lib/integration/part-operations";
import { listTasks } from "@/lib/task/operations";
import { freshDatabase } from "../support/database";
import { type TaskSite, taskSite } from "../support/task-site";
import { type Running, startNode } from "./processes";

const ALIAS = "an-alias-for-the-whole-server";

const db = await freshDatabase();
let site: TaskSite;
let server: Running;

beforeAll(async () => {
  site = await taskSite(db);
  server = await startNode(() => ["dist/server.mjs"], {
    DATABASE_URL: process.env.DATABASE_URL ?? "",
    SIGNALBOX_GLOBAL_INTEGRATION_ALIAS: ALIAS,
  });
});

afterAll(() => server?.stop());

async function addIntegration(name: string, searchable: boolean): Promise<number> {
  const project = { projectId: site.w.projectId };
  const template_id = await site.template();
  const { id } = await site.w.call(integration.createIntegration, "owner", project, { name, template_id, searchable });
  const matcher = { name: "m", match_type: "header", method: "equals", key: "x-kind", value: "push" };
  await site.w.call(parts.createMatcher, "owner", { ...project, integrationId: id }, matcher);
  return id;
}

test("the global alias starts only searchable integrations", async () => {
  const listening = await addIntegration("listens", true);
  await addIntegration("does not", false);
  const post = (alias: string) =>
    fetch(`${server.url}/api/integrations/${alias}`, { method: "POST", headers: { "x-kind": "push" }, body: "{}" });
  expect((await post("an-alias-that-nobody-knows")).status).toBe(204);
  expect((await post(ALIAS)).status).toBe(204);
  const tasks = () => site.w.call(listTasks, "owner", { projectId: site.w.projectId }, {});
  await expect.poll(async () => (await tasks()).length, { timeout: 30_000 }).toBe(1);
  expect((await tasks()).map(({ integration_id }) => integration_id)).toEqual([listening]);
});
