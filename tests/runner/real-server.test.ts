import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { forgetRunners } from "@/lib/access/runner-cache";
import { createRepository } from "@/lib/repository/operations";
import { hashToken, randomToken } from "@/lib/secret/token";
import { settings } from "@/lib/settings/settings";
import { getOutput } from "@/lib/task/log-operations";
import { confirmTask, createTask, getTask, stopTask } from "@/lib/task/operations";
import { OutputLines } from "@/lib/task/schema";
import { createTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { type RealApi, realApi } from "../support/real-api";
import { type Resources, resources } from "../support/resources";
import { RunnerProcess } from "../support/runner-process";
import { requireTool } from "../support/tools";
import { until } from "../support/until";
import { receiveWebhooks } from "../support/webhook-receiver";
import { type World, world } from "../support/world";

/** The other runner tests use a fake console built from the documentation; these use the product's own API. */
const db = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), "signalbox-real-"));
const token = randomToken();
let w: World;
let r: Resources;
let api: RealApi;
let repositoryId: number;
let runner: RunnerProcess;

beforeAll(async () => {
  w = await world(db);
  r = await resources(db, w.projectId);
  api = await realApi();
  await db.insert(runners).values({ name: "real", token_hash: hashToken(token) });
  const input = { name: "files", git_url: folder, git_branch: "", ssh_key_id: r.keyId };
  repositoryId = (await w.call(createRepository, "owner", project(), input)).id;
  runner = await startRunner();
});

afterAll(async () => {
  await runner.kill("SIGKILL");
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

const project = () => ({ projectId: w.projectId });
const startRunner = () => RunnerProcess.start({ url: api.url, token, dataDir: join(folder, "data") });

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
  OutputLines.parse(await w.call(getOutput, "owner", { ...project(), taskId }, {})).map((line) => line.output);

const waitUntil = (what: string, condition: () => Promise<boolean>) =>
  until(what, condition, { details: () => runner.output });
const ends = (taskId: number, status: string) =>
  waitUntil(`task ${taskId} is ${status}`, async () => (await look(taskId)).status === status);

test("a task runs to its end with a complete log", async () => {
  const taskId = await run("seq 1 20000\n");
  await ends(taskId, "success");
  const lines = (await output(taskId)).filter((line) => /^\d+$/.test(line));
  expect(lines).toEqual(Array.from({ length: 20_000 }, (_, index) => String(index + 1)));
});

test("a task is stopped", async () => {
  const taskId = await run("echo up; sleep 60\n");
  await waitUntil("it runs", async () => (await output(taskId)).includes("up"));
  await w.call(stopTask, "owner", { ...project(), taskId }, {});
  await ends(taskId, "stopped");
  expect(await look(taskId)).toMatchObject({ reason: "stopped_by_user" });
});

test("a killed runner's task is over as soon as the runner is back", async () => {
  const taskId = await run("echo up; sleep 60\n");
  await waitUntil("it runs", async () => (await output(taskId)).includes("up"));
  await runner.kill("SIGKILL");
  runner = await startRunner();
  await ends(taskId, "error");
  expect(await look(taskId)).toMatchObject({ reason: "runner_restarted" });
  expect((await output(taskId)).at(-1)).toBe("signalbox: the runner was restarted; the log ends here");
});

requireTool("terraform")("a plan is confirmed and applied after a restart of the runner", async () => {
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

requireTool("ansible-playbook")("a playbook's host results are stored with the task", async () => {
  writeFileSync(
    join(folder, "site.yml"),
    "- hosts: localhost\n  gather_facts: false\n  tasks: [{ debug: { msg: x } }]\n",
  );
  const taskId = await run("", { app: "ansible", playbook: "site.yml", inventory_id: r.inventoryId });
  await ends(taskId, "success");
  const [row] = await db.select({ hosts: tasks.hosts }).from(tasks).where(eq(tasks.id, taskId));
  expect(row?.hosts).toEqual([{ host: "localhost", ok: 1, changed: 0, unreachable: 0, failed: 0, skipped: 0 }]);
});

test("a webhook that is set while the runner runs is called for its next task", async () => {
  const receiver = await receiveWebhooks(204);
  const [row] = await db.update(runners).set({ webhook: receiver.url }).returning({ id: runners.id });
  forgetRunners();
  const taskId = await run("echo ran\n");
  await ends(taskId, "success");
  await db.update(runners).set({ webhook: "" });
  const { template_id } = await look(taskId);
  const told = { project_id: w.projectId, template_id, task_id: taskId, runner_id: row?.id };
  expect(receiver.calls).toEqual([
    { action: "start", ...told },
    { action: "finish", ...told },
  ]);
  await receiver.stop();
});

test("a runner registers, runs one task and unregisters", async () => {
  await runner.kill("SIGKILL");
  settings().runnerRegistrationToken = "the-registration-token";
  const env = { SIGNALBOX_RUNNER_REGISTRATION_TOKEN: "the-registration-token", SIGNALBOX_RUNNER_NAME: "passing by" };
  const start = (...words: string[]) =>
    RunnerProcess.start({
      url: api.url,
      token: "",
      dataDir: join(folder, "other"),
      env: { ...env, SIGNALBOX_RUNNER_ONE_OFF: "1" },
      words,
    });
  const taskId = await run("echo ran\n");
  const once = await start();
  expect(await once.exited, once.output).toBe(0);
  const names = async () => (await db.select({ name: runners.name }).from(runners)).map(({ name }) => name);
  expect(await look(taskId)).toMatchObject({ status: "success", runner_name: "passing by" });
  expect(await names()).toContain("passing by");
  const leaving = await start("unregister");
  expect(await leaving.exited, leaving.output).toBe(0);
  expect(await names()).not.toContain("passing by");
});
