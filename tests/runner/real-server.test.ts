import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { createRepository } from "@/lib/repository/operations";
import { hashToken, randomToken } from "@/lib/secret/token";
import { listenToAnnouncements } from "@/lib/server/announcements";
import { apiListener } from "@/lib/server/api";
import { confirmTask, createTask, getOutput, getTask, stopTask } from "@/lib/task/operations";
import { wake } from "@/lib/task/queue/wake";
import { createTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { type Resources, resources } from "../support/resources";
import { RunnerProcess } from "../support/runner-process";
import { requireTool } from "../support/tools";
import { type World, world } from "../support/world";

/** The other runner tests speak to a console that follows the documents; these speak to the product's own API. */
const db = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), "signalbox-real-"));
const token = randomToken();
const server = createServer(apiListener());
let w: World;
let r: Resources;
let url: string;
let repositoryId: number;
let runner: RunnerProcess;
let announcements: { close(): Promise<void> };

beforeAll(async () => {
  w = await world(db);
  r = await resources(db, w.projectId);
  announcements = await listenToAnnouncements(
    process.env.DATABASE_URL ?? "",
    (announcement) => {
      if (announcement.type === "work") wake(announcement.runner_id);
    },
    () => {},
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await db.insert(runners).values({ name: "real", token_hash: hashToken(token) });
  const input = { name: "files", git_url: folder, git_branch: "", ssh_key_id: r.keyId };
  repositoryId = (await w.call(createRepository, "owner", project(), input)).id;
  runner = await startRunner();
});

afterAll(async () => {
  await runner.kill("SIGKILL");
  server.closeAllConnections();
  server.close();
  await announcements.close();
  rmSync(folder, { recursive: true, force: true });
});

const project = () => ({ projectId: w.projectId });
const startRunner = () => RunnerProcess.start({ url, token, dataDir: join(folder, "data") });

async function run(script: string, template: object = {}): Promise<number> {
  writeFileSync(join(folder, "run.sh"), script);
  const values = {
    name: "t",
    app: "bash",
    playbook: "run.sh",
    repository_id: repositoryId,
    environment_id: r.environmentId,
  };
  const { id: template_id } = await w.call(createTemplate, "owner", project(), { ...values, ...template });
  return (await w.call(createTask, "owner", project(), { template_id })).id;
}

const look = (taskId: number) => w.call(getTask, "owner", { ...project(), taskId });
const output = async (taskId: number) =>
  (await w.call(getOutput, "owner", { ...project(), taskId }, {})).map((line) => line.output);

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await condition()); await new Promise((resolve) => setTimeout(resolve, 50))) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}:\n${runner.output}`);
  }
}
const ends = (taskId: number, status: string) =>
  until(`task ${taskId} is ${status}`, async () => (await look(taskId)).status === status);

test("a task runs to its end, its log whole", async () => {
  const taskId = await run("seq 1 20000\n");
  await ends(taskId, "success");
  const lines = (await output(taskId)).filter((line) => /^\d+$/.test(line));
  expect(lines).toEqual(Array.from({ length: 20_000 }, (_, index) => String(index + 1)));
});

test("a task is stopped", async () => {
  const taskId = await run("echo up; sleep 60\n");
  await until("it runs", async () => (await output(taskId)).includes("up"));
  await w.call(stopTask, "owner", { ...project(), taskId }, {});
  await ends(taskId, "stopped");
  expect(await look(taskId)).toMatchObject({ reason: "stopped_by_user" });
});

test("a killed runner's task is over as soon as the runner is back", async () => {
  const taskId = await run("echo up; sleep 60\n");
  await until("it runs", async () => (await output(taskId)).includes("up"));
  await runner.kill("SIGKILL");
  runner = await startRunner();
  await ends(taskId, "error");
  expect(await look(taskId)).toMatchObject({ reason: "runner_restarted" });
  expect((await output(taskId)).at(-1)).toBe("signalbox: the runner was restarted; the log ends here");
});

requireTool("terraform")("a plan is confirmed after the runner was restarted, and applied", async () => {
  writeFileSync(join(folder, "main.tf"), 'resource "terraform_data" "x" {}\n');
  const workspace = { app: "terraform", playbook: "", inventory_id: null };
  const taskId = await run("", workspace);
  await ends(taskId, "waiting_confirmation");
  await runner.kill("SIGKILL");
  runner = await startRunner();
  await w.call(confirmTask, "owner", { ...project(), taskId }, {});
  await ends(taskId, "success");
  expect((await output(taskId)).join("\n")).toContain("1 added");
});
