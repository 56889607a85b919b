import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { insertEnvironment } from "@/lib/environment/store";
import { stopTask } from "@/lib/task/operations";
import { freshDatabase } from "../support/database";
import { PATH, withRealTools } from "../support/real-tools";
import { commit } from "../support/repositories";
import { expectNothingTwice, slowApply } from "../support/slow-apply";
import { stateRunnerSite } from "../support/state-runner";

/** With OpenTofu and Pulumi as they are released: what a task made is there for the next one. */

const db = await freshDatabase();
const site = stateRunnerSite(db);

const last = async (workspace: string) =>
  (await site().versions()).findLast((version) => version.workspace === workspace);

withRealTools.each(["default", "staging"])(
  "OpenTofu plans nothing in %s on the second run, on another runner",
  async (name) => {
    const { id } = await site().repository({
      "main.tofu": 'resource "terraform_data" "a" { input = terraform.workspace }\n',
    });
    const template = await site().template(id, { app: "tofu", inventory_id: await site().workspace(name) });
    await site().runner({ PATH });
    const first = await site().run(template);
    expect(first.text).toContain("Plan: 1 to add");
    expect(first.status, first.text).toBe("success");
    await site().endRunners();
    await site().runner({ PATH });
    const second = await site().run(template);
    expect(second.text).toContain("No changes.");
    expect((await last(name))?.content).toContain(`"${name}"`);
  },
);

const ENCRYPTED = `terraform {
  encryption {
    key_provider "pbkdf2" "key" { passphrase = "correct horse battery staple" }
    method "aes_gcm" "method" { keys = key_provider.pbkdf2.key }
    state { method = method.aes_gcm.method }
  }
}
`;

withRealTools("OpenTofu keeps a state that it encrypts, changes it, and plans nothing on another runner", async () => {
  const make = (input: string) => ({
    "main.tofu": `${ENCRYPTED}resource "terraform_data" "a" { input = "${input}" }\noutput "made" { value = "${input}" }\n`,
  });
  const { id, path } = await site().repository(make("first"));
  const template = await site().template(id, { app: "tofu" });
  await site().runner({ PATH });
  const first = await site().run(template);
  expect(first.status, first.text).toBe("success");
  expect((await last("default"))?.content).toContain('"encrypted_data"');
  commit(path, make("second"), "change");
  const second = await site().run(template);
  expect(second.text).toContain("0 to add, 1 to change, 0 to destroy");
  expect(second.status, second.text).toBe("success");
  await site().endRunners();
  await site().runner({ PATH });
  const third = await site().run(template);
  expect(third.text).toContain("No changes.");
});

describe.each(["default", "staging"])("an apply of OpenTofu in the workspace %s", (name) => {
  const slow = async () => slowApply(site(), { app: "tofu", inventory_id: await site().workspace(name) }, { PATH });

  withRealTools("loses nothing by a kill of its runner", async () => {
    const { made, template, runner, taskId } = await slow();
    await runner.kill("SIGKILL");
    await site().runner({ PATH }, runner);
    expect(await site().ended(taskId)).toMatchObject({ status: "error", reason: "runner_restarted" });
    await expectNothingTwice(site(), made, template);
  });

  withRealTools("loses nothing by a forced stop", async () => {
    const { made, template, taskId } = await slow();
    await site().site.w.call(stopTask, "owner", { projectId: site().site.w.projectId, taskId }, { force: true });
    expect(await site().ended(taskId)).toMatchObject({ status: "stopped" });
    await expectNothingTwice(site(), made, template);
  });
});

const PROGRAM = `name: app
runtime: yaml
outputs:
  answer: 42
  token: { "fn::secret": s3cret }
`;

withRealTools("Pulumi creates the stack, keeps it, updates and destroys it, on any runner", async () => {
  const { id } = await site().repository({ "Pulumi.yaml": PROGRAM });
  const changes = { app: "pulumi", stack: "prod" };
  const template = await site().template(id, changes);
  await site().runner({ PATH });
  const first = await site().run(template);
  expect(first.status, first.text).toBe("success");
  expect(first.text).toContain("Created stack 'prod'");
  const kept = await last("prod");
  expect(JSON.parse(kept?.content ?? "{}").checkpoint.stack).toBe("organization/app/prod");
  await site().endRunners();
  await site().runner({ PATH });
  const second = await site().run(template);
  expect(second.status, second.text).toBe("success");
  expect(second.text).not.toContain("Created stack");
  expect(second.text).toContain("1 unchanged");
  const destroy = await site().template(id, { ...changes, state_id: await site().stateOf(template) });
  const destroyed = await site().run(destroy, { params: { auto_approve: true, destroy: true } });
  expect(destroyed.status, destroyed.text).toBe("success");
  expect(JSON.parse((await last("prod"))?.content ?? "{}").checkpoint.latest?.resources ?? []).toEqual([]);
});

const environment = (env: Record<string, string>): Promise<number> => {
  const values = { name: "pulumi", password: null, json: "{}", env: JSON.stringify(env), secrets: [] };
  return insertEnvironment(db, site().site.w.projectId, values);
};

withRealTools("Pulumi keeps a stack where its project says, in a folder that the runner offers", async () => {
  const folder = join(site().folder, "stacks");
  mkdirSync(folder);
  const { id } = await site().repository({ "Pulumi.yaml": `${PROGRAM}backend:\n  url: file://${folder}\n` });
  const environment_id = await environment({ PULUMI_CONFIG_PASSPHRASE: "p" });
  const template = await site().template(id, { app: "pulumi", stack: "declared", environment_id });
  await site().runner({ PATH, SIGNALBOX_RUNNER_LOCAL_FOLDERS: site().folder });
  const first = await site().run(template);
  expect(first.status, first.text).toBe("success");
  const second = await site().run(template);
  expect(second.text).toContain("1 unchanged");
  expect(readdirSync(join(folder, ".pulumi/stacks/app"))).toContain("declared.json");
  expect(await last("declared")).toBeUndefined();
});

withRealTools(
  "Pulumi opens settings that were encrypted elsewhere with their passphrase, and only with it",
  async () => {
    const { id, path } = await site().repository({ "Pulumi.yaml": PROGRAM });
    const own = {
      ...process.env,
      PATH,
      PULUMI_BACKEND_URL: `file://${site().folder}`,
      HOME: site().folder,
      PULUMI_CONFIG_PASSPHRASE: "p",
    };
    for (const words of [
      ["stack", "init", "sealed"],
      ["config", "set", "--secret", "--stack", "sealed", "key", "value"],
    ])
      execFileSync("pulumi", [...words, "--non-interactive"], { cwd: path, env: own, stdio: "ignore" });
    commit(path, {}, "settings");
    await site().runner({ PATH });
    const without = await site().run(await site().template(id, { app: "pulumi", stack: "sealed" }));
    expect(without).toMatchObject({ status: "error", reason: "settings_invalid" });
    expect(without.text).toContain("Pulumi.sealed.yaml is encrypted with a passphrase");
    const environment_id = await environment({ PULUMI_CONFIG_PASSPHRASE: "p" });
    const opened = await site().run(await site().template(id, { app: "pulumi", stack: "sealed", environment_id }));
    expect(opened.status, opened.text).toBe("success");
    expect((await last("sealed"))?.content).toContain('"passphrase"');
  },
);
