import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freshDatabase } from "../support/database";
import { insertTask, resources } from "../support/resources";
import { world } from "../support/world";
import { CliProcess, signalbox } from "./cli-process";
import { CliSite } from "./site";

// Every step is a process, which is slow to start on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const w = await world(await freshDatabase());
const site = new CliSite(w);
let env: Record<string, string>;
beforeAll(async () => {
  await site.start();
  env = await site.as("owner");
});
afterAll(() => site.stop());

const run = (...words: string[]) => signalbox(["run", ...words], { env });
const start = (...words: string[]) => CliProcess.start(["run", ...words], { env });
const gate = (name: string) => join(site.home, name);
const waitFor = (name: string) => `until [ -e ${gate(name)} ]; do sleep 0.05; done\n`;
const open = (name: string) => writeFileSync(gate(name), "");
const taskIdOf = (text: string) => Number(/Task #(\d+)/.exec(text)?.[1]);
/** The script's lines, without those of the runner. */
const echoed = (stdout: string) => stdout.split("\n").filter((line) => line.startsWith("line "));

describe("run --follow", () => {
  test("prints the log on stdout and everything else on stderr, and exits with 0", async () => {
    await site.template("Good", "echo line one; echo line two");
    const { code, stdout, stderr } = await run("good", "--follow");
    expect(code).toBe(0);
    expect(echoed(stdout)).toEqual(["line one", "line two"]);
    expect(stdout).not.toContain("Task #");
    expect(stderr).toMatch(/Task #\d+ of Good: http.*\?t=\d+\n/);
    expect(stderr).toMatch(/Task #\d+ \(Good\): success after \d+ s\n$/);
  });

  test("exits with 1 when the task fails, and prints why", async () => {
    await site.template("Bad", "echo line; exit 7");
    const { code, stderr } = await run("Bad", "--follow");
    expect(code).toBe(1);
    expect(stderr).toMatch(/failed after \d+ s: The program exited with an error\.\n$/);
  });

  test("prints JSON lines: the task at each change, and every line", async () => {
    await site.template("Json", "echo line one");
    const { stdout } = await run("Json", "--follow", "--json");
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const logged = lines.filter(({ type }) => type === "log");
    expect(logged.map(({ line }) => line)).toEqual(logged.map((_, index) => index));
    expect(logged).toContainEqual({
      type: "log",
      line: expect.any(Number),
      time: expect.any(String),
      output: "line one",
    });
    expect(lines.at(-1)).toMatchObject({ type: "task", task: { status: "success" } });
  });

  test("a killed and restarted server neither loses nor duplicates a line", async () => {
    await site.template(
      "Long",
      `for i in 1 2 3; do echo line $i; done\n${waitFor("long")}for i in 4 5 6; do echo line $i; done`,
    );
    const command = await start("Long", "--follow");
    await command.printed("stdout", "line 3");
    await site.killWeb();
    await command.printed("stderr", "trying again");
    open("long");
    await site.startWeb();
    const { code, stdout, stderr } = await command.ended;
    expect(code).toBe(0);
    expect(echoed(stdout)).toEqual([1, 2, 3, 4, 5, 6].map((number) => `line ${number}`));
    expect(stderr).toContain("The connection is back");
  });

  test("exits with 4 when the server stays unavailable", async () => {
    await site.template("Left", waitFor("left"));
    const command = await start("Left", "--follow", "--give-up", "1");
    await command.printed("stderr", "): running");
    await site.killWeb();
    const { code, stderr } = await command.ended;
    expect(code).toBe(4);
    expect(stderr).toMatch(/Cannot reach [^\n]+\n$/);
    await site.startWeb();
    open("left");
  });

  test("prints what the task waits for", async () => {
    await site.template("Alone", waitFor("alone"));
    const [first, second] = [await start("Alone", "--follow"), await start("Alone", "--follow")];
    await Promise.race([
      first.printed("stderr", "of the same template"),
      second.printed("stderr", "of the same template"),
    ]);
    open("alone");
    expect([(await first.ended).code, (await second.ended).code]).toEqual([0, 0]);
  });

  test("Ctrl-C leaves the task running; logs --follow resumes its log", async () => {
    await site.template("Detached", `echo line one\n${waitFor("detached")}echo line two`);
    const command = await start("Detached", "--follow");
    await command.printed("stdout", "line one");
    command.signal("SIGINT");
    const { code, stderr } = await command.ended;
    expect(code).toBe(130);
    const taskId = taskIdOf(stderr);
    expect(stderr).toContain(`Task #${taskId} goes on. See: signalbox logs ${taskId} --follow`);
    open("detached");
    const logs = await signalbox(["logs", `${taskId}`, "--follow"], { env });
    expect([logs.code, echoed(logs.stdout)]).toEqual([0, ["line one", "line two"]]);
    const plain = await signalbox(["logs", `#${taskId}`], { env });
    expect(plain.stdout).toBe(logs.stdout);
    const window = await signalbox(["logs", `${taskId}`, "--from", "1", "--json"], { env });
    expect(JSON.parse(window.stdout.split("\n")[0] ?? "")).toMatchObject({ line: 1 });
  });

  test("Ctrl-C with --stop-on-interrupt stops the task: exit code 3", async () => {
    await site.template("Stopped", `echo line one\n${waitFor("never")}`);
    const command = await start("Stopped", "--follow", "--stop-on-interrupt");
    await command.printed("stdout", "line one");
    command.signal("SIGTERM");
    const { code, stderr } = await command.ended;
    expect(code).toBe(3);
    expect(stderr).toMatch(/stopped after \d+ s: A user stopped it\.\n$/);
  });

  test("prints no control character of a log", async () => {
    await site.template("Rude", `printf 'line \\033]0;title\\007\\033[31mred\\033[0m\\033[2J end\\n'`);
    const { stdout } = await run("Rude", "--follow");
    expect(echoed(stdout)).toEqual(["line red end"]);
  });
});

describe("run", () => {
  test("without --follow it returns at once and prints the task's URL", async () => {
    const templateId = await site.template("Quick", "true");
    const { code, stdout } = await run(String(templateId));
    expect(code).toBe(0);
    const url = `${site.url}/project/${w.projectId}/templates/${templateId}?t=${taskIdOf(stdout)}`;
    expect(stdout).toBe(`Task #${taskIdOf(stdout)} of Quick: ${url}\n`);
    const { stdout: json } = await run("Quick", "--json", "--message", "by hand");
    expect(JSON.parse(json)).toMatchObject({ template_id: templateId, status: "waiting", message: "by hand" });
  });

  test("answers come from --var and from a file", async () => {
    const survey_vars = ["colour", "shape"].map((name) => ({ name, title: name, required: true, type: "" }));
    await site.template("Asks", 'for word in "$@"; do echo "line $word"; done', { survey_vars });
    const file = join(site.home, "answers.json");
    writeFileSync(file, JSON.stringify({ colour: "red", shape: "round" }));
    const { stdout } = await run("Asks", "--follow", "--var-file", file, "--var", "shape=a = b");
    expect(echoed(stdout)).toEqual(["line colour=red", "line shape=a = b"]);
    const missing = await run("Asks", "--var", "colour=red");
    expect(missing.code).toBe(2);
    expect(missing.stderr).toMatch(/^environment\.shape: .+\n$/);
  });

  test("options set what the template allows, and name resources", async () => {
    const { inventoryId: inventory_id, environmentId } = await resources(w.db, w.projectId);
    const launch = { arguments: "ask", tags: "allowed" };
    await site.template("Patch", "", { app: "ansible", inventory_id, launch, runner_tag: "nobody" });
    const words = ["--limit", "web", "--tags", "a,b", "--skip-tags", "c", "--arg=-v", "--arg=--forks=5", "--json"];
    const named = ["--inventory", String(inventory_id), "--environment", String(environmentId)];
    expect(JSON.parse((await run("Patch", ...words, ...named)).stdout)).toMatchObject({
      limit: "web",
      params: { tags: "a,b", skip_tags: "c" },
      arguments: '["-v","--forks=5"]',
      inventory_id,
      environment_id: environmentId,
    });
    const theirs = { env: await site.as("task_runner") };
    const refused = await signalbox(["run", "Patch", "--tags", "a", "--limit", "web"], theirs);
    expect(refused).toEqual({
      code: 2,
      stdout: "",
      stderr: "limit: Only managers can set this for tasks of this template\n",
    });
    expect((await run("Patch", "--environment", "none")).stderr).toMatch(/^There is no environment none\. Available: /);
  });

  test("--destroy is a separate option", async () => {
    await site.template("Servers", "", { app: "terraform", runner_tag: "nobody" });
    expect(JSON.parse((await run("Servers", "--destroy", "--json")).stdout)).toMatchObject({
      params: { destroy: true },
    });
  });

  test("a build is selected by latest, its version or its number", async () => {
    const build_template_id = await site.template("Build", "true", { type: "build", start_version: "1.0.0" });
    await site.template("Deploy", "true", { type: "deploy", build_template_id });
    const none = await run("Deploy", "--build", "latest");
    expect(none).toEqual({
      code: 2,
      stdout: "",
      stderr: "There is nothing to deploy yet. Build has no successful build.\n",
    });
    const { stderr } = await run("Build", "--follow");
    await run("Build", "--follow");
    const buildOf = async (build: string) => JSON.parse((await run("Deploy", "--json", "--build", build)).stdout);
    expect(await buildOf("1.0.0")).toMatchObject({ build_task_id: taskIdOf(stderr) });
    expect(await buildOf(String(taskIdOf(stderr)))).toMatchObject({ incoming_version: "1.0.0" });
    expect(await buildOf("latest")).toMatchObject({ incoming_version: "1.0.1" });
    expect((await run("Deploy", "--build", "9")).stderr).toMatch(
      /^No successful build 9\. Available: 1\.0\.1 \(\d+\), 1\.0\.0 /,
    );
  });

  test("builds are those that can be deployed, those of workflows and old ones among them", async () => {
    const build_template_id = await site.template("Pack", "true", { type: "build", start_version: "1.0.0" });
    const templateId = await site.template("Ship", "true", { type: "deploy", build_template_id, runner_tag: "nobody" });
    const built = (values: object) =>
      insertTask(w.db, w.projectId, build_template_id, { status: "success", ...values });
    const parent_task_id = await insertTask(w.db, w.projectId, templateId, { status: "error" });
    const first = await built({ version: "0.1", parent_task_id });
    for (let count = 0; count < 200; count++) await built({ version: "0.2" });
    const newest = await built({ version: "0.3", parent_task_id });
    const planned = await built({ version: "0.4", params: { plan: true } });
    await built({ version: "0.5", dry_run: true });
    const shipped = async (build: string) => JSON.parse((await run("Ship", "--json", "--build", build)).stdout);
    expect(await shipped("latest")).toMatchObject({ build_task_id: newest });
    expect(await shipped("0.3")).toMatchObject({ build_task_id: newest });
    expect(await shipped("0.1")).toMatchObject({ build_task_id: first });
    expect(await shipped(String(first))).toMatchObject({ build_task_id: first });
    for (const build of ["0.4", String(planned), String(parent_task_id)])
      expect((await run("Ship", "--build", build)).stderr).toMatch(
        new RegExp(`^No successful build ${build}\\. Available: 0\\.3 \\(${newest}\\), 0\\.2 `),
      );
  });

  test("an unknown or ambiguous name lists the candidates", async () => {
    const ids = [await site.template("Twin", "true"), await site.template("Twin", "true")];
    const twin = await run("Twin");
    expect([twin.code, twin.stderr]).toEqual([
      2,
      `Several templates are called Twin; name one by its number: Twin (${ids[0]}), Twin (${ids[1]})\n`,
    ]);
    const unknown = await run("Nothing");
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toMatch(/^There is no template Nothing\. Available: .*Good \(\d+\)/);
    expect((await run("Good", "--project", "Theirs")).stderr).toBe(
      `There is no project Theirs. Available: Ours (${w.projectId})\n`,
    );
    const noTask = await signalbox(["stop", "999999"], { env });
    expect(noTask).toEqual({ code: 2, stdout: "", stderr: "There is no task 999999\n" });
  });

  test("an administrator, who sees every project, must name one", async () => {
    const admin = { env: await site.as("admin") };
    const both = `Ours (${w.projectId}), Theirs (${w.otherProjectId})`;
    expect((await signalbox(["templates"], admin)).stderr).toBe(`Name the project with --project: ${both}\n`);
    expect((await signalbox(["templates", "--project", "ours"], admin)).stdout).toMatch(/^ID +NAME +APP.*\n/);
  });

  test("a caller without permission gets a message", async () => {
    const guest = await signalbox(["run", "Good"], { env: await site.as("guest") });
    expect(guest).toEqual({ code: 2, stdout: "", stderr: "You don't have permission to do this\n" });
  });
});

describe("stop and tasks", () => {
  test("stop ends a running task; tasks shows its result", async () => {
    await site.template("Endless", `echo line one\n${waitFor("never")}`);
    const command = await start("Endless", "--follow");
    await command.printed("stdout", "line one");
    const taskId = taskIdOf(command.stderr);
    expect((await signalbox(["stop", `${taskId}`], { env })).stdout).toBe(`Task #${taskId} is being stopped\n`);
    expect((await command.ended).code).toBe(3);
    const table = await signalbox(["tasks", "--template", "Endless"], { env });
    expect(table.stdout).toMatch(new RegExp(`^ID .*\\n${taskId} +Endless +stopped after`));
    const json = await signalbox(["tasks", "--count", "1", "--json"], { env });
    expect(JSON.parse(json.stdout)).toMatchObject([{ id: taskId, status: "stopped" }]);
    expect((await signalbox(["confirm", `${taskId}`], { env })).code).toBe(2);
    const unset = await signalbox(["confirm", `${taskId}`, "--plan", ""], { env });
    expect(unset).toMatchObject({ code: 2, stderr: "--plan is empty: give it a value or leave it out\n" });
    expect(existsSync(gate("never"))).toBe(false);
  });
});
