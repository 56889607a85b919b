import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { states } from "@/db/schema/states";
import { freshDatabase } from "../support/database";
import { ProcessSpy } from "../support/process-spy";
import { stateRunnerSite } from "../support/state-runner";
import { tablesWith } from "../support/tables";
import { requireTool } from "../support/tools";
import type { Person } from "../support/world";

/** A run of the real terraform: what its state holds, and what opens it, is seen by nobody without the right. */
const db = await freshDatabase();
const site = stateRunnerSite(db);
const withTerraform = requireTool("terraform");
const WORKSPACES = process.env.SIGNALBOX_TEST_LONG === "1" ? ["default", "staging"] : ["default"];

const CANARY = "canary-in-the-state";
/** One provisioner prints what a curious author would: every variable that opens the state. */
const CODE = `
resource "terraform_data" "secret" { input = sensitive(join("-", ["canary", "in", "the", "state"])) }
resource "terraform_data" "curious" {
  provisioner "local-exec" { command = "env | grep ^TF_HTTP_; sleep 0.5" }
}
output "secret" {
  value     = terraform_data.secret.output
  sensitive = true
}
`;

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((name) => join(folder, name))
        .filter((path) => statSync(path).isFile())
    : [];

async function read(person: Person, path: string): Promise<string> {
  const { w } = site().site;
  const headers = { cookie: `semaphore=${w.sessionIds[person]}` };
  return (await fetch(`${site().api.url}/api/project/${w.projectId}${path}`, { headers })).text();
}

withTerraform.each(WORKSPACES)("a run in %s shows neither its state nor its credential", async (name) => {
  const { id } = await site().repository({ "main.tf": CODE });
  const template = await site().template(id, { inventory_id: await site().workspace(name) });
  const { dataDir } = await site().runner();
  const spy = new ProcessSpy();
  const { taskId, status, text } = await site().run(template);
  spy.end();
  expect(status, text).toBe("success");
  expect(spy.with("terraform apply")).not.toEqual([]);
  expect(spy.with(CANARY)).toEqual([]);
  if (name === "default") {
    expect(text).toMatch(/TF_HTTP_USERNAME=task-\d+/);
    expect(text).toMatch(/TF_HTTP_PASSWORD=\*+\s/);
  }
  expect(text).not.toMatch(/TF_HTTP_PASSWORD=[0-9a-f]/);
  expect(text).not.toContain(CANARY);

  const kept = (await site().versions()).findLast(({ workspace }) => workspace === name);
  expect(kept?.content).toContain(CANARY);
  expect(await tablesWith(db, CANARY)).toEqual([]);
  await site().until("the attempt is gone", () => readdirSync(join(dataDir, "attempts")).length === 0);
  expect(filesBelow(dataDir).filter((path) => readFileSync(path).includes(CANARY))).toEqual([]);

  const stateId = (await db.select().from(states)).at(-1)?.id;
  for (const path of [`/tasks/${taskId}`, "/states", `/states/${stateId}`, `/states/${stateId}/versions`, "/events"])
    expect([path, (await read("guest", path)).includes(CANARY)]).toEqual([path, false]);
});
