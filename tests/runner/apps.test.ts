import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { pathWith } from "../support/fake-tools";
import { inventory } from "../support/job";
import { runnerSite } from "../support/runner-site";
import { findTool, requireTool } from "../support/tools";

const site = runnerSite();

describe("powershell", () => {
  test("a script gets its arguments, and the runner reports that it has the program", async () => {
    site.write("run.ps1", 'echo "args: $args"\n');
    await site.start({ PATH: pathWith(site.folder, "pwsh") });
    const task = site.console.add({
      repository: site.files,
      app: "powershell",
      playbook: "run.ps1",
      extra_vars: { b: "two words", a: 1 },
      task_arguments: ["last"],
    });
    await site.console.finished(task);
    expect(task.status, task.lines.join("\n")).toBe("success");
    expect(site.console.output(task)).toEqual(["args: a=1 b=two words last"]);
    expect(site.console.hellos[0]?.tools.pwsh).toMatch(/^PowerShell /);
  });
});

describe("an administrator's application", () => {
  test("runs by its path and arguments", async () => {
    site.write("check.sh", 'echo "checking $*"\n');
    await site.start();
    const task = site.console.add({
      repository: site.files,
      app: "checker",
      app_path: "/usr/bin/env",
      app_args: ["-u", "HOME", "bash", "-u"],
      playbook: "check.sh",
      extra_vars: { a: 1 },
    });
    await site.console.finished(task);
    expect(site.console.output(task)).toEqual(["checking a=1"]);
    expect(task.lines).toContain("Running /usr/bin/env -u HOME bash -u check.sh a=1");
  });

  test("is reported as missing when it is", async () => {
    await site.start();
    const task = site.console.add({ repository: site.files, app: "checker", app_path: "/opt/no/checker" });
    await site.console.finished(task);
    expect(task.finish?.reason).toBe("tool_missing");
    expect(task.lines.at(-1)).toBe("signalbox: /opt/no/checker is not installed on this runner");
  });
});

describe("terraform and tofu", () => {
  const CODE = `
variable "untyped" {}
variable "any" { type = any }
variable "text" { type = string }
variable "secret" {
  type    = string
  default = "none"
}
output "seen" { value = "\${length(var.untyped)} \${var.any.deep[1]} \${var.text} \${length(var.secret)}" }
resource "terraform_data" "x" { input = var.text }
`;
  const VARIABLES = {
    extra_vars: { untyped: ["a", "b"], any: { deep: [1, "two"] }, text: "plain", undeclared: "x" },
    secret_vars: { secret: "s3cret-value" },
  };
  const folder = (name: string) => mkdirSync(join(site.files.url, name));

  requireTool("terraform")("tofu plans and applies in a folder, with values of every type", async () => {
    folder("infra");
    site.write("infra/main.tf", CODE);
    await site.start({ PATH: pathWith(site.folder, "tofu") });
    const task = site.console.add({
      ...VARIABLES,
      repository: site.files,
      app: "tofu",
      playbook: "infra",
      inventory: inventory({ type: "tofu-workspace", content: "staging" }),
      template_arguments: ["-parallelism=2"],
      task_arguments: ["-lock-timeout=5s"],
    });
    await site.console.until("the plan waits", () => task.status === "waiting_confirmation");
    site.console.confirm(task);
    await site.console.finished(task);
    const text = stripVTControlCharacters(task.lines.join("\n"));
    expect(task.status, text).toBe("success");
    expect(text).toContain('seen = "2 two plain 12"');
    expect(text).toContain("-parallelism=2 -lock-timeout=5s");
    expect(text).toMatch(/Running tofu apply -input=false \S+\/plan\n/);
    expect(task.progress.plan).toEqual({ add: 1, change: 0, destroy: 0 });
    expect(existsSync(join(site.files.url, "infra/terraform.tfstate.d/staging"))).toBe(true);
    expect(site.console.hellos[0]?.tools.tofu).toMatch(/v\d/);
  });

  requireTool("terraform")("a missing folder is reported", async () => {
    await site.start();
    const task = site.console.add({ repository: site.files, app: "terraform", playbook: "nowhere" });
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "error", reason: "repository_invalid" });
    expect(task.lines.at(-1)).toMatch(/there is no folder .*nowhere$/);
  });
});

describe("pulumi", () => {
  const isReal = findTool("pulumi") !== null;
  const recorded = isReal ? test.skip : test;
  if (isReal) process.stderr.write("skipped tests: the recorded pulumi, because there is a real one\n");

  const job = () => ({
    repository: site.files,
    app: "pulumi",
    playbook: "",
    env: { PULUMI_BACKEND_URL: `file://${site.folder}` },
    template_arguments: ["--stack=dev"],
  });
  const start = () => site.start({ PATH: pathWith(site.folder, "pulumi") });
  const waits = (task: ReturnType<typeof site.console.add>) =>
    site.console.until("the preview waits", () => task.status === "waiting_confirmation");

  recorded("a preview waits for confirmation, even across a restart, and exactly it is applied", async () => {
    site.write("resources", "bucket\nqueue\n");
    const runner = await start();
    const task = site.console.add({ ...job(), extra_vars: { size: 3 }, secret_vars: { TOKEN: "t0ken-value" } });
    await waits(task);
    expect(task.progress.plan).toEqual({ add: 2, change: 0, destroy: 0 });
    await runner.kill("SIGKILL");
    await start();
    await site.console.until("the new process is there", () => site.console.hellos.length === 2);
    site.console.confirm(task);
    await site.console.finished(task);
    expect(task.status, task.lines.join("\n")).toBe("success");
    expect(task.lines).toContain("configured size=3");
    expect(site.console.hellos[0]?.tools.pulumi).toBe("v3.140.0");
    expect(task.progress.plan).toEqual({ add: 2, change: 0, destroy: 0 });
    expect(task.progress.stages?.map(({ name }) => name)).toEqual(["prepare", "repository", "preview", "up"]);
    expect(readFileSync(join(site.folder, "state"), "utf8")).toBe("bucket\nqueue\n");
  });

  recorded("a change since the preview is not applied", async () => {
    site.write("resources", "bucket\n");
    await start();
    const task = site.console.add(job());
    await waits(task);
    site.write("resources", "bucket\nmalice\n");
    site.console.confirm(task);
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "error", exit_code: 255 });
    expect(readFileSync(join(site.folder, "state"), "utf8")).toBe("");
  });

  recorded("without changes, with auto approval, and with a preview only, no confirmation is requested", async () => {
    site.write("resources", "bucket\n");
    await start();
    const previewed = site.console.add({ ...job(), plan_only: true });
    await site.console.finished(previewed);
    expect(previewed.lines.join("\n")).not.toContain("Updating");
    const applied = site.console.add({ ...job(), auto_approve: true });
    await site.console.finished(applied);
    expect(applied.lines.join("\n")).toContain("+ 1 created");
    const unchanged = site.console.add(job());
    await site.console.finished(unchanged);
    expect(unchanged.progress.plan).toEqual({ add: 0, change: 0, destroy: 0 });
    const destroyed = site.console.add({ ...job(), destroy: true, auto_approve: true });
    await site.console.finished(destroyed);
    expect(destroyed.progress.plan).toEqual({ add: 0, change: 0, destroy: 1 });
    expect([previewed, applied, unchanged, destroyed].map((task) => task.status)).toEqual(Array(4).fill("success"));
    expect(readFileSync(join(site.folder, "state"), "utf8")).toBe("");
  });

  recorded("a preview that fails ends the task", async () => {
    site.write("resources", "bucket\n");
    await start();
    const task = site.console.add({ ...job(), template_arguments: [] });
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "error", exit_code: 255 });
    expect(task.lines.join("\n")).toContain("no stack selected");
  });

  recorded("a stop sends one SIGINT and leaves time to end", async () => {
    site.write("resources", "bucket\n");
    await start();
    const task = site.console.add({ ...job(), auto_approve: true, secret_env: { SLOW: "yes!" } });
    await site.console.until("the update runs", () => task.lines.includes("creating slowly"));
    site.console.stop(task);
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "stopped", reason: "stopped_by_user" });
    expect(task.lines).toContain("error: update canceled");
    expect(readFileSync(join(site.folder, "state.signals"), "utf8")).toBe("INT\n");
  });

  requireTool("pulumi")("the real program previews, waits and updates", async () => {
    const env = { PULUMI_BACKEND_URL: `file://${site.folder}`, PULUMI_CONFIG_PASSPHRASE: "pass-phrase" };
    site.write("Pulumi.yaml", "name: app\nruntime: yaml\noutputs: { answer: 42 }\n");
    execFileSync("pulumi", ["stack", "init", "dev"], { cwd: site.files.url, env: { ...process.env, ...env } });
    await site.start();
    const task = site.console.add({ ...job(), secret_env: env });
    await waits(task);
    site.console.confirm(task);
    await site.console.finished(task, 120_000);
    expect(task.status, task.lines.join("\n")).toBe("success");
  });
});
