import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect } from "vitest";
import { stateLocks } from "@/db/schema/state-versions";
import { tasks } from "@/db/schema/tasks";
import { insertInventory } from "@/lib/inventory/store";
import type { DriftItem } from "@/lib/protocol/drift";
import { createStateToken } from "@/lib/state/operations";
import { getTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { commit } from "../support/repositories";
import { stateRunnerSite } from "../support/state-runner";
import { requireTool } from "../support/tools";

/** Checks by real tools, through the runner and the product's own API. */
const db = await freshDatabase();
const site = stateRunnerSite(db);
const withTerraform = requireTool("terraform");
const WORKSPACES = process.env.SIGNALBOX_TEST_LONG === "1" ? ["default", "staging"] : ["default"];
const withAnsible = requireTool("ansible-playbook");

beforeEach(async () => {
  await db.delete(tasks);
});

const SECRET = "canary-of-a-sensitive-value";
const code = (input: string) => `
variable "password" {
  default   = "${SECRET}"
  sensitive = true
}
resource "terraform_data" "a" { input = var.password }
resource "terraform_data" "b" { input = "${input}" }
output "b" { value = terraform_data.b.output }
`;

async function check(template: number) {
  const ended = await site().run(template, { drift_check: true, params: {} });
  const { w, look } = site().site;
  const params = { projectId: w.projectId, templateId: template };
  const { drift: known } = await w.call(getTemplate, "owner", params, {});
  return { ...ended, known, found: (await look(ended.taskId)).drift };
}

const shown = (items: readonly DriftItem[] = []) =>
  items.map(({ address, action, outside }) => `${action} ${address}${outside ? " outside" : ""}`);

withTerraform.each(WORKSPACES)(
  "terraform in the workspace %s: never run, in sync, then drifted, without lock or version",
  async (name) => {
    const { id, path } = await site().repository({ "main.tf": code("one") });
    const template = await site().template(id, { inventory_id: await site().workspace(name) });
    await site().runner();
    const never = await check(template);
    expect(never.status, never.text).toBe("success");
    expect(never.known).toMatchObject({ status: "drifted", count: 2 });
    const before = await site().versions();

    expect((await site().run(template)).status).toBe("success");
    const versions = await site().versions();
    expect(versions).toHaveLength(before.length + 1);
    const same = await check(template);
    expect(same.known, same.text).toMatchObject({ status: "in_sync", count: 0 });
    expect(same.text).toContain("signalbox: in sync");

    commit(path, { "main.tf": code("two") }, "two");
    const changed = await check(template);
    expect(changed.known, changed.text).toMatchObject({ status: "drifted", count: 1, task_id: changed.taskId });
    expect(shown(changed.found?.items)).toEqual(["update terraform_data.b", "update output.b"]);
    expect(changed.text).not.toContain(SECRET);
    expect(await site().versions()).toEqual(versions);
    expect(await db.select().from(stateLocks)).toEqual([]);

    expect((await site().run(template)).status).toBe("success");
    expect((await check(template)).known).toMatchObject({ status: "in_sync" });
  },
  120_000,
);

withTerraform("a check goes on while a laptop holds the lock, and what fails leaves the status unknown", async () => {
  const { id, path } = await site().repository({ "main.tf": code("one") });
  const template = await site().template(id);
  await site().runner();
  await site().run(template);
  const stateId = Number(await site().stateOf(template));
  const { w } = site().site;
  const token = { name: "laptop", writes: true };
  const made = await w.call(createStateToken, "owner", { projectId: w.projectId, stateId }, token);
  const reply = await fetch(`${site().api.url}/api/state/${stateId}/default/lock`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`me:${made.token}`)}` },
    body: JSON.stringify({ ID: "by hand", Who: "me@laptop" }),
  });
  expect(reply.status).toBe(200);
  const locked = await check(template);
  expect(locked.known, locked.text).toMatchObject({ status: "in_sync" });

  commit(path, { "main.tf": "nonsense {" }, "broken");
  const broken = await check(template);
  expect(broken).toMatchObject({ status: "error", known: { status: "unknown" }, found: null });
});

withTerraform("a state in the repository is not imported by a check", async () => {
  const state = { version: 4, serial: 1, lineage: "a", terraform_version: "1.11.0", resources: [], outputs: {} };
  const files = { "main.tf": code("one"), "terraform.tfstate": JSON.stringify(state) };
  const { id } = await site().repository(files);
  const template = await site().template(id);
  const before = await site().versions();
  await site().runner();
  const refused = await check(template);
  expect(refused.text).toContain("the state in the repository is not imported yet: run the template first");
  expect(refused.known).toMatchObject({ status: "unknown" });
  expect(await site().versions()).toEqual(before);
});

withAnsible("a playbook: the hosts that would change, without changing them", async () => {
  const file = join(site().folder, "managed");
  const play = `- hosts: all
  gather_facts: false
  tasks: [{copy: {dest: ${file}, content: "as it should be\\n"}}]
`;
  const { id } = await site().repository({ "play.yml": play });
  const { w, r } = site().site;
  const inventory = "here ansible_connection=local ansible_python_interpreter=python3";
  const none = { ssh_key_id: r.keyId, become_key_id: null, holder_id: null, repository_id: null };
  const values = { name: "here", type: "static" as const, inventory, ...none };
  const { id: inventory_id } = await insertInventory(db, w.projectId, values);
  const template = await site().template(id, { app: "ansible", playbook: "play.yml", inventory_id });
  await site().runner();
  const missing = await check(template);
  expect(missing.known, missing.text).toMatchObject({ status: "drifted", count: 1 });
  expect(shown(missing.found?.items)).toEqual(["update here"]);
  expect(existsSync(file)).toBe(false);

  expect((await site().run(template, { params: {} })).status).toBe("success");
  expect((await check(template)).known).toMatchObject({ status: "in_sync" });
  writeFileSync(file, "changed by hand\n");
  const drifted = await check(template);
  expect(drifted.known, drifted.text).toMatchObject({ status: "drifted", count: 1 });
  expect(drifted.text).toContain("-changed by hand");
  expect(readFileSync(file, "utf8")).toBe("changed by hand\n");
});
