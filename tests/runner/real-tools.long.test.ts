import { execFileSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { expect } from "vitest";
import { APP_COMMANDS } from "@/lib/protocol/app";
import type { ConsoleTask } from "../support/console";
import { inventory } from "../support/job";
import { PATH, withRealTools } from "../support/real-tools";
import { runnerSite } from "../support/runner-site";
import { findTool } from "../support/tools";

const site = runnerSite();

const textOf = (task: ConsoleTask) => stripVTControlCharacters(task.lines.join("\n"));

async function confirmed(task: ConsoleTask): Promise<string> {
  await site.console.until("the plan waits", () => task.status === "waiting_confirmation", 120_000);
  site.console.confirm(task);
  return ended(task);
}

async function ended(task: ConsoleTask): Promise<string> {
  await site.console.finished(task, 120_000);
  expect(task.status, textOf(task)).toBe("success");
  return textOf(task);
}

withRealTools("a runner reports the version of every installed program", async () => {
  await site.start({ PATH });
  await site.console.until("the runner is there", () => site.console.hellos.length > 0);
  const tools = site.console.hellos[0]?.tools ?? {};
  expect(tools).toMatchObject({ tofu: "OpenTofu v1.10.10", pulumi: "v3.200.0" });
  const installed = [...Object.values(APP_COMMANDS), "git"].filter(findTool);
  for (const command of installed) expect(tools[command], command).toMatch(/\d+\.\d+/);
});

withRealTools("OpenTofu plans, waits and applies", async () => {
  site.write(
    "main.tf",
    'resource "terraform_data" "x" { input = "kept" }\noutput "seen" { value = terraform_data.x.output }\n',
  );
  await site.start({ PATH });
  const task = site.console.add({
    repository: site.files,
    app: "tofu",
    playbook: "",
    inventory: inventory({ type: "tofu-workspace", content: "staging" }),
  });
  expect(await confirmed(task)).toContain('seen = "kept"');
  expect(task.progress.plan).toEqual({ add: 1, change: 0, destroy: 0 });
});

const PROGRAM = `name: app
runtime: yaml
config:
  size: integer
variables:
  twice: [1, 2]
outputs:
  size: $\{size}
  twice: $\{twice}
`;

withRealTools("Pulumi previews a YAML program, updates the stack after confirmation, and destroys it", async () => {
  const env = {
    PULUMI_BACKEND_URL: `file://${site.folder}`,
    PULUMI_HOME: `${site.folder}/pulumi`,
    PULUMI_CONFIG_PASSPHRASE: "pass-phrase",
  };
  const onStack = (...words: string[]) =>
    execFileSync("pulumi", words, { cwd: site.files.url, env: { ...process.env, ...env, PATH }, encoding: "utf8" });
  const outputs = () => JSON.parse(onStack("stack", "output", "--json", "--stack=dev"));
  const job = {
    repository: site.files,
    app: "pulumi",
    playbook: "",
    template_arguments: ["--stack=dev"],
    secret_env: env,
  };
  site.write("Pulumi.yaml", PROGRAM);
  onStack("stack", "init", "dev");
  await site.start({ PATH });

  const first = site.console.add({ ...job, extra_vars: { size: 3 } });
  expect(await confirmed(first)).toMatch(/size *: 3/);
  expect(first.progress.plan).toEqual({ add: 1, change: 0, destroy: 0 });
  expect(outputs()).toEqual({ size: 3, twice: [1, 2] });

  const destroyed = site.console.add({ ...job, destroy: true });
  await confirmed(destroyed);
  expect(destroyed.progress.plan).toEqual({ add: 0, change: 0, destroy: 1 });
  expect(outputs()).toEqual({});
});
