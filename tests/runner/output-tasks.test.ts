import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { states } from "@/db/schema/states";
import { taskOutputs } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { updateEnvironment } from "@/lib/environment/operations";
import { insertEnvironment } from "@/lib/environment/store";
import { insertInventory } from "@/lib/inventory/store";
import { getOutputs } from "@/lib/task/result-operations";
import { openSecretOutput } from "@/lib/task/results/outputs";
import { freshDatabase } from "../support/database";
import { pathWith } from "../support/fake-tools";
import { listen } from "../support/listen";
import { realApi } from "../support/real-api";
import { stateRunnerSite } from "../support/state-runner";
import { findTool, requireTool } from "../support/tools";

/** Values that real programs give, from the runner's process to the API. */
const db = await freshDatabase();
const site = stateRunnerSite(db);
const CANARY = "canary-s3cret-of-environment";

beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  await db.delete(templates);
  await db.delete(states);
});

const outputsOf = (taskId: number) =>
  site().site.w.call(getOutputs, "owner", { projectId: site().site.w.projectId, taskId });

let made = 0;

/** An environment with the canary in it. */
function withSecret(type: "env" | "var", name: string): Promise<number> {
  const secrets = [{ id: null, type, operation: "create" as const, name, secret: CANARY, index: 0 }];
  const values = { name: `secret ${++made}`, password: null, json: "{}", env: null, secrets };
  return insertEnvironment(db, site().site.w.projectId, values);
}

async function bash(script: string, changes: object = {}): Promise<number> {
  const { id } = await site().repository({ "run.sh": script });
  return site().template(id, { app: "bash", playbook: "run.sh", ...changes });
}

describe("bash", () => {
  test("a script gives values, also when it fails; a secret in them never leaves in clear", async () => {
    const environment_id = await withSecret("env", "PASSWORD");
    const runner = await site().runner();
    const { taskId, status, text } = await site().run(
      await bash(
        `
        echo "image=shop:1.2" >>"$SIGNALBOX_OUTPUT"
        printf 'notes<<END\\nline one\\n\\nline two\\nEND\\n' >>"$SIGNALBOX_OUTPUT"
        echo "this is nothing" >>"$SIGNALBOX_OUTPUT"
        echo "url=postgres://app:$PASSWORD@db" >>"$SIGNALBOX_OUTPUT"
        echo "encoded=$(printf %s "$PASSWORD" | base64)" >>"$SIGNALBOX_OUTPUT"
        exit 3`,
        { environment_id },
      ),
      { params: {} },
    );
    expect(status, text).toBe("error");
    expect(await outputsOf(taskId)).toEqual([
      { name: "image", value: "shop:1.2", secret: false },
      { name: "notes", value: "line one\n\nline two", secret: false },
      { name: "url", secret: true },
      { name: "encoded", secret: true },
    ]);
    expect(text).toContain("SIGNALBOX_OUTPUT: line 7 is not kept: it is neither NAME=value nor NAME<<END");
    expect(await openSecretOutput(db, taskId, "url")).toBe(`postgres://app:${CANARY}@db`);
    const shown = [await db.select().from(taskOutputs), await site().site.look(taskId), text, runner.output];
    expect(JSON.stringify(shown)).not.toContain(CANARY);
    expect(JSON.stringify(shown)).not.toContain(Buffer.from(CANARY).toString("base64"));
  });

  test("with 10 MB no value is kept, and the task fails; its log names the limit and the output", async () => {
    await site().runner();
    const script =
      'echo a=1 >>"$SIGNALBOX_OUTPUT"; printf big= >>"$SIGNALBOX_OUTPUT"; head -c 10000000 /dev/zero | tr "\\0" x >>"$SIGNALBOX_OUTPUT"';
    const { taskId, status, text } = await site().run(await bash(script), { params: {} });
    expect(status, text).toBe("error");
    expect(await site().site.look(taskId)).toMatchObject({ reason: "outputs_too_large", exit_code: 0 });
    expect(await outputsOf(taskId)).toEqual([]);
    expect(text).toContain("outputs of this task are not kept: together they may have 256 kB, and big is the largest");
  });

  test("a variable of this name cannot be set", async () => {
    const { w, r } = site().site;
    const environment = { id: r.environmentId, project_id: w.projectId, name: "e", json: "{}" };
    const set = w.call(
      updateEnvironment,
      "owner",
      { projectId: w.projectId, environmentId: r.environmentId },
      { ...environment, env: JSON.stringify({ SIGNALBOX_OUTPUT: "/etc/passwd" }) },
    );
    await expect(set).rejects.toThrow(/SIGNALBOX_OUTPUT/);
  });

  /** The runner calls its webhook between the two. */
  test("a console that goes away between the outputs and the end of the task loses nothing", async () => {
    const port = Number(new URL(site().api.url).port);
    const hook = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      if (Buffer.concat(parts).toString().includes('"finish"')) {
        await site().api.stop();
        setTimeout(async () => Object.assign(site(), { api: await realApi(port) }), 500);
      }
      response.writeHead(200).end();
    });
    const { url, stop } = await listen(hook);
    await site().runner();
    await db.update(runners).set({ webhook: `${url}/` });
    const taskId = await site().site.start(await bash('echo "image=shop:1.2" >>"$SIGNALBOX_OUTPUT"'));
    const { status, text } = await site().ended(taskId);
    await stop();
    expect(status, text).toBe("success");
    expect(await outputsOf(taskId)).toEqual([{ name: "image", value: "shop:1.2", secret: false }]);
    expect(await db.select().from(taskOutputs).where(eq(taskOutputs.task_id, taskId))).toHaveLength(1);
  });
});

const withAnsible = requireTool("ansible-playbook");

async function playbook(text: string, changes: object = {}): Promise<number> {
  const { id } = await site().repository({ "site.yml": text });
  const inventory = await insertInventory(db, site().site.w.projectId, {
    name: `hosts ${++made}`,
    type: "static" as const,
    ssh_key_id: site().site.r.keyId,
    become_key_id: null,
    holder_id: null,
    repository_id: null,
    inventory: "a ansible_connection=local\nb ansible_connection=local",
  });
  return site().template(id, { app: "ansible", playbook: "site.yml", inventory_id: inventory.id, ...changes });
}

const play = (tasks: string) => `- hosts: all\n  gather_facts: false\n  tasks:\n${tasks.replace(/^/gm, "    ")}\n`;

describe("ansible", () => {
  withAnsible("gives the global values of set_stats with their types; no_log and secrets are secret", async () => {
    await site().runner();
    const template = await playbook(
      play(`
- set_stats: {data: {replicas: 3, zones: [a, {b: 1.5}], ready: true, none: null, text: "3"}}
  run_once: true
- set_stats: {data: {url: "postgres://app:{{ lookup('env', 'PASSWORD') }}@db"}}
  run_once: true
- set_stats: {data: {token: canary-no-log}}
  no_log: true
  run_once: true
- set_stats: {data: {mine: "{{ inventory_hostname }}"}, per_host: true}
- set_stats: {data: {loop: ["{{ item }}"]}}
  loop: [1, 2]
  run_once: true`),
      { environment_id: await withSecret("env", "PASSWORD") },
    );
    const { taskId, status, text } = await site().run(template, { params: {} });
    expect(status, text).toBe("success");
    expect(await outputsOf(taskId)).toEqual([
      { name: "replicas", value: 3, secret: false },
      { name: "zones", value: ["a", { b: 1.5 }], secret: false },
      { name: "ready", value: true, secret: false },
      { name: "none", value: null, secret: false },
      { name: "text", value: "3", secret: false },
      { name: "url", secret: true },
      { name: "token", secret: true },
      { name: "loop", value: [1, 2], secret: false },
    ]);
    expect(await openSecretOutput(db, taskId, "token")).toBe("canary-no-log");
    expect(JSON.stringify([await db.select().from(taskOutputs), text])).not.toContain("canary");
  });

  withAnsible("under no_log, names that only values tell make all of them secret", async () => {
    await site().runner();
    const template = await playbook(
      play(`
- set_stats: {data: {open: 1}}
  run_once: true
- set_stats: {data: "{{ {'open': 2} }}", aggregate: false}
  no_log: true
  run_once: true
- fail:`),
    );
    const { taskId, status, text } = await site().run(template, { params: {} });
    expect(status, text).toBe("error");
    expect(await outputsOf(taskId)).toEqual([{ name: "open", secret: true }]);
    expect(await openSecretOutput(db, taskId, "open")).toBe("2");
  });
});

const withTerraform = requireTool("terraform");

const CODE = `
variable "password" { type = string }
output "replicas" { value = 3 }
output "zones" { value = { a = [true, null] } }
output "token" {
  value     = "canary-sensitive"
  sensitive = true
}
output "url" { value = "postgres://app:\${var.password}@db" }
`;

async function terraform(code = CODE): Promise<number> {
  const { id } = await site().repository({ "main.tf": code });
  return site().template(id, { environment_id: await withSecret("var", "password") });
}

const TYPED = [
  { name: "replicas", value: 3, secret: false },
  { name: "token", secret: true },
  { name: "url", secret: true },
  { name: "zones", value: { a: [true, null] }, secret: false },
];
const byName = (outputs: { name: string }[]) => outputs.toSorted((a, b) => (a.name < b.name ? -1 : 1));

async function expectTyped(taskId: number, text: string): Promise<void> {
  expect(byName(await outputsOf(taskId))).toEqual(TYPED);
  expect(await openSecretOutput(db, taskId, "token")).toBe("canary-sensitive");
  expect(await openSecretOutput(db, taskId, "url")).toBe(`postgres://app:${CANARY}@db`);
  const shown = [await db.select().from(taskOutputs), await site().site.look(taskId), text];
  expect(JSON.stringify(shown)).not.toContain(CANARY);
  expect(JSON.stringify(shown)).not.toContain("canary-sensitive");
}

describe("terraform", () => {
  withTerraform("gives the outputs of the state that the console keeps, also when nothing changes", async () => {
    const template = await terraform();
    await site().runner();
    for (let runs = 0; runs < 2; runs++) {
      const { taskId, status, text } = await site().run(template);
      expect(status, text).toBe("success");
      await expectTyped(taskId, text);
      // The state has them, and hides the one with a secret.
      expect(await db.select().from(taskOutputs).where(eq(taskOutputs.task_id, taskId))).toEqual([]);
    }
  });

  withTerraform("is asked for them where its state lies elsewhere, after an apply", async () => {
    const backend = `terraform {\n  backend "local" { path = "${site().folder}/elsewhere.tfstate" }\n}\n`;
    const template = await terraform(`${backend}${CODE}`);
    await site().runner({ SIGNALBOX_RUNNER_LOCAL_FOLDERS: site().folder });
    const planned = await site().run(template, { params: { plan: true } });
    expect(planned.status, planned.text).toBe("success");
    expect(await outputsOf(planned.taskId)).toEqual([]);
    const { taskId, status, text } = await site().run(template);
    expect(status, text).toBe("success");
    await expectTyped(taskId, text);
    expect(await site().versions()).toEqual([]);
  });

  withTerraform("that cannot tell them fails no task", async () => {
    const script = `#!/bin/sh\n[ "$1" = output ] && exit 1\nexec ${findTool("terraform")} "$@"\n`;
    const bin = mkdtempSync(join(site().folder, "bin-"));
    writeFileSync(join(bin, "terraform"), script, { mode: 0o755 });
    const backend = `terraform {\n  backend "local" { path = "${bin}/x.tfstate" }\n}\n`;
    const template = await terraform(`${backend}${CODE}`);
    const PATH = [bin, process.env.PATH].join(delimiter);
    await site().runner({ SIGNALBOX_RUNNER_LOCAL_FOLDERS: site().folder, PATH });
    const { taskId, status, text } = await site().run(template);
    expect(status, text).toBe("success");
    expect(text).toContain("signalbox: the outputs of the stack cannot be read");
    expect(await outputsOf(taskId)).toEqual([]);
  });
});

/** By a stand-in that answers in the words of Pulumi where the real one is missing. */
test("pulumi gives the outputs of its stack, and what it hides is secret", async () => {
  const folder = mkdtempSync(join(site().folder, "pulumi-"));
  const values = { name: folder, password: null, json: "{}", secrets: [] };
  const env = JSON.stringify({ PULUMI_BACKEND_URL: `file://${folder}` });
  const environment_id = await insertEnvironment(db, site().site.w.projectId, { ...values, env });
  const { id } = await site().repository({ "Pulumi.yaml": "name: app\nruntime: yaml\n", resources: "one\n" });
  const template = await site().template(id, { app: "pulumi", stack: "prod", environment_id });
  await site().runner({ PATH: pathWith(folder, "pulumi"), SIGNALBOX_RUNNER_LOCAL_FOLDERS: site().folder });
  const { taskId, status, text } = await site().run(template);
  expect(status, text).toBe("success");
  expect(await outputsOf(taskId)).toEqual([
    { name: "url", value: "http://x", secret: false },
    { name: "zones", value: ["a", 1], secret: false },
    { name: "token", secret: true },
  ]);
  expect(await openSecretOutput(db, taskId, "token")).toBe("canary-of-pulumi");
  expect(text).not.toContain("canary-of-pulumi");
});
