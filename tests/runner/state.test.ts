import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";
import { beforeEach, describe, expect } from "vitest";
import { runners } from "@/db/schema/runners";
import { stateLocks, stateVersions } from "@/db/schema/state-versions";
import { states, stateWorkspaces } from "@/db/schema/states";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { createState, createStateToken, listStates } from "@/lib/state/operations";
import { uploadState } from "@/lib/state/version-operations";
import { loseAttempt } from "@/lib/task/attempt/recover";
import { confirmTask } from "@/lib/task/operations";
import { markedProcesses } from "@/runner/process/sweep";
import { freshDatabase } from "../support/database";
import { listen } from "../support/listen";
import { commit, git } from "../support/repositories";
import { applyLocally, stateRunnerSite } from "../support/state-runner";
import { findTool, requireTool } from "../support/tools";

/** With the real terraform and the product's own API: what a task made is there for the next one. */
const db = await freshDatabase();
const site = stateRunnerSite(db);
const withTerraform = requireTool("terraform");
const LONG = process.env.SIGNALBOX_TEST_LONG === "1";

beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  await db.delete(templates);
  await db.delete(states);
});

const TWO = 'resource "terraform_data" "a" {}\nresource "terraform_data" "b" { input = terraform.workspace }\n';
/** `b` waits until a file is there. */
const SLOW = (flag: string) => `resource "terraform_data" "a" {}
resource "terraform_data" "b" {
  input = terraform_data.a.id
  provisioner "local-exec" { command = "echo waiting; while [ ! -e ${flag} ]; do sleep 0.1; done" }
}
`;

const summaryOf = (text: string) => /(No changes|Plan: [^\n]*)/.exec(text)?.[1];
const addresses = (content = "{}"): string[] =>
  JSON.parse(content).resources.map(({ type, name }: { type: string; name: string }) => `${type}.${name}`);
const newest = async () => (await site().versions()).findLast(({ offered }) => !offered);
const project = () => ({ projectId: site().site.w.projectId });
const logHas = (taskId: number, text: string) =>
  site().until(`the log of task ${taskId} has ${text}`, async () => (await site().output(taskId)).includes(text));
const statusIs = (taskId: number, status: string) =>
  site().until(`task ${taskId} is ${status}`, async () => (await site().site.look(taskId)).status === status);
const startApproved = (template: number) => site().site.start(template, { params: { auto_approve: true } });

/** A terraform before the real one that writes down what it is given. */
function recordingTerraform(folder: string): { PATH: string; record: string } {
  const record = join(folder, "given");
  const script = `#!/bin/sh\n{ echo "$@"; env | grep ^TF_HTTP_; } >>${record}\nexec ${findTool("terraform")} "$@"\n`;
  writeFileSync(join(folder, "terraform"), script, { mode: 0o755 });
  return { PATH: [folder, process.env.PATH].join(delimiter), record };
}

/** Until what a dead runner's guard lets an attempt's tool finish is over. */
const toolEnds = (dataDir: string, attempt: string) => {
  const { mark } = JSON.parse(readFileSync(join(dataDir, "attempts", attempt, "state.json"), "utf8"));
  return site().until("the tool has ended", async () => (await markedProcesses(mark)).length === 0);
};

/** Every file below a folder that holds one of the texts. */
const filesWith = (folder: string, texts: string[]): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => texts.some((text) => readFileSync(path).includes(text)));

describe("terraform without a backend of its own", () => {
  withTerraform("plans nothing on the second and third run, also on another runner", async () => {
    const { id } = await site().repository({ "main.tf": TWO });
    const template = await site().template(id);
    await site().runner();
    const first = await site().run(template);
    expect(first.status, first.text).toBe("success");
    expect(summaryOf(first.text)).toBe("Plan: 2 to add, 0 to change, 0 to destroy.");
    const second = await site().run(template);
    expect(summaryOf(second.text), second.text).toBe("No changes");
    await site().endRunners();
    await site().runner();
    const third = await site().run(template);
    expect(summaryOf(third.text), third.text).toBe("No changes");
    expect(await site().versions()).toMatchObject([{ workspace: "default", cause: "run", offered: false }]);
  });

  withTerraform("uses its own workspace, separate from others", async () => {
    const { id } = await site().repository({ "main.tf": TWO });
    const staging = await site().template(id, { inventory_id: await site().workspace("staging") });
    await site().runner();
    const first = await site().run(staging);
    expect(first.status, first.text).toBe("success");
    expect((await newest())?.content).toContain('"staging"');
    const again = await site().run(staging);
    expect(summaryOf(again.text), again.text).toBe("No changes");
    const { state_id } = (await db.select().from(tasks))[0] ?? {};
    const other = await site().template(id, { state_id });
    const fresh = await site().run(other);
    expect(summaryOf(fresh.text), fresh.text).toBe("Plan: 2 to add, 0 to change, 0 to destroy.");
    expect([...new Set((await site().versions()).map(({ workspace }) => workspace))].sort()).toEqual([
      "default",
      "staging",
    ]);
    expect(await db.select().from(stateLocks)).toEqual([]);
  });

  withTerraform.each(LONG ? ["default", "staging"] : ["default"])(
    "waits in %s for confirmation, and no file contains address or credential",
    async (name) => {
      const { id } = await site().repository({ "main.tf": TWO });
      const template = await site().template(id, { inventory_id: await site().workspace(name) });
      const { PATH, record } = recordingTerraform(site().folder);
      writeFileSync(record, "");
      const runner = await site().runner({ PATH });
      const taskId = await site().site.start(template);
      await statusIs(taskId, "waiting_confirmation");
      const stateFile = join(runner.dataDir, "attempts", `${taskId}-1`, "state.json");
      await site().until(
        "the runner writes no more",
        async () => JSON.parse(readFileSync(stateFile, "utf8")).state === "waiting",
      );
      const given = readFileSync(record, "utf8");
      const credential = /TF_HTTP_PASSWORD=(.*)/.exec(given)?.[1];
      expect(credential === undefined).toBe(name !== "default");
      const canaries = ["/api/state/", ...(credential ? [credential] : [])];
      expect(filesWith(runner.dataDir, canaries)).toEqual([]);
      expect(
        given
          .split("\n")
          .filter((line) => !line.startsWith("TF_HTTP_") && canaries.some((text) => line.includes(text))),
      ).toEqual([]);
      await runner.kill("SIGKILL");
      await site().runner({ PATH }, runner);
      await site().site.w.call(confirmTask, "owner", { ...project(), taskId }, {});
      const { status, text } = await site().ended(taskId);
      expect(status, text).toBe("success");
      const second = await site().run(template);
      expect(summaryOf(second.text), second.text).toBe("No changes");
      expect(await db.select().from(stateLocks)).toEqual([]);
    },
  );

  withTerraform.each(LONG ? ["default", "staging"] : ["staging"])(
    "keeps what was written of %s when the runner is killed during an apply",
    async (name) => {
      const flag = join(site().folder, `go-${name}`);
      const { id } = await site().repository({ "main.tf": SLOW(flag) });
      const template = await site().template(id, { inventory_id: await site().workspace(name) });
      const runner = await site().runner();
      const taskId = await startApproved(template);
      await logHas(taskId, "waiting");
      await runner.kill("SIGKILL");
      await site().runner({}, runner);
      expect(await site().ended(taskId)).toMatchObject({ status: "error", reason: "runner_restarted" });
      // Terraform tells its own backend only every twenty seconds; a file it writes after each resource.
      if (name === "staging") expect(addresses((await newest())?.content)).toContain("terraform_data.a");
      expect(await db.select().from(stateLocks)).toEqual([]);
      writeFileSync(flag, "");
      const next = await site().run(template);
      expect(next.status, next.text).toBe("success");
      const last = await site().run(template);
      expect(summaryOf(last.text), last.text).toBe("No changes");
    },
  );

  withTerraform("offers the state of a lost attempt", async () => {
    const flag = join(site().folder, "go-late");
    const { id } = await site().repository({ "main.tf": SLOW(flag) });
    const template = await site().template(id, { inventory_id: await site().workspace("late") });
    const runner = await site().runner();
    const taskId = await startApproved(template);
    await logHas(taskId, "waiting");
    const held = readdirSync(join(runner.dataDir, "attempts"))[0] ?? "";
    const file = join(runner.dataDir, "attempts", held, "kept/workspaces/late/terraform.tfstate");
    await runner.kill("SIGKILL");
    await toolEnds(runner.dataDir, held);
    const written = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...written, serial: written.serial + 1 }));
    await db.transaction((tx) => loseAttempt(tx, { task_id: taskId, attempt: 1 }, "runner_lost"));
    const before = await newest();
    await site().runner({}, runner);
    await site().until("it is offered", async () => (await site().versions()).some(({ offered }) => offered));
    expect(await newest()).toEqual(before);
    await site().until("the directory is gone", () => readdirSync(join(runner.dataDir, "attempts")).length === 0);
  });

  withTerraform("offers errored.tfstate", async () => {
    const flag = join(site().folder, "go-errored");
    const { id } = await site().repository({ "main.tf": SLOW(flag) });
    const template = await site().template(id);
    await site().runner();
    const taskId = await startApproved(template);
    await logHas(taskId, "waiting");
    await db.delete(stateLocks);
    writeFileSync(flag, "");
    const { status, text } = await site().ended(taskId);
    expect(status).toBe("error");
    expect(text).toContain("signalbox: errored.tfstate is kept as version 1 beside the newest one");
    const [version] = await site().versions();
    expect(version).toMatchObject({ offered: true, cause: "errored" });
    expect(addresses(version?.content)).toEqual(["terraform_data.a", "terraform_data.b"]);
  });

  withTerraform("finds errored.tfstate after a restart too", async () => {
    const flag = join(site().folder, "go-restarted");
    const { id } = await site().repository({ "main.tf": SLOW(flag) });
    const template = await site().template(id);
    const runner = await site().runner();
    const taskId = await startApproved(template);
    await logHas(taskId, "waiting");
    const [held = ""] = readdirSync(join(runner.dataDir, "attempts"));
    await runner.kill("SIGKILL");
    await toolEnds(runner.dataDir, held);
    // What a Terraform that loses its console leaves just before the machine stops.
    const errored = { version: 4, serial: 1, lineage: "errored", outputs: {}, resources: [] };
    writeFileSync(join(runner.dataDir, "attempts", held, "repository/errored.tfstate"), JSON.stringify(errored));
    await site().runner({}, runner);
    expect(await site().ended(taskId)).toMatchObject({ status: "error", reason: "runner_restarted" });
    expect((await site().versions()).filter(({ offered }) => offered)).toMatchObject([{ cause: "errored" }]);
    expect(await db.select().from(stateLocks)).toEqual([]);
  });

  withTerraform.each(["default", "held"])("waits for the holder of the lock of %s, and names it", async (name) => {
    const { id, path } = await site().repository({ "main.tf": TWO });
    const template = await site().template(id, { inventory_id: await site().workspace(name) });
    await site().runner();
    await site().run(template);
    const [state] = await db.select().from(states);
    const input = { name: "laptop", writes: true };
    const params = { ...project(), stateId: state?.id };
    const { token } = await site().site.w.call(createStateToken, "owner", params, input);
    const call = (method: string) =>
      fetch(`${site().api.url}/api/state/${state?.id}/${name}/lock`, {
        method,
        headers: { authorization: `Basic ${Buffer.from(`me:${token}`).toString("base64")}` },
        body: JSON.stringify({ ID: "1", Operation: "apply", Who: "alice@laptop" }),
      });
    expect((await call("POST")).status).toBe(200);
    const waiting = await startApproved(template);
    const waiting_for = { code: "state_busy", held_by: [], holder: "alice@laptop" };
    expect(await site().site.look(waiting)).toMatchObject({ status: "waiting", waiting_for });
    expect((await call("DELETE")).status).toBe(200);
    expect((await site().ended(waiting)).status).toBe("success");

    commit(path, { "more.tf": 'resource "terraform_data" "c" {}\n' }, "more");
    const planned = await site().site.start(template);
    await statusIs(planned, "waiting_confirmation");
    expect((await call("POST")).status).toBe(200);
    await site().site.w.call(confirmTask, "owner", { ...project(), taskId: planned }, {});
    const refused = await site().ended(planned);
    expect(refused.status, refused.text).toBe("error");
    expect(refused.text).toContain("the state is locked by alice@laptop since ");
  });
});

describe("a state in the repository", () => {
  withTerraform.each(LONG ? ["default", "staging"] : ["default"])(
    "of %s is imported once and keeps its lineage",
    async (name) => {
      const { id, path } = await site().repository({ "main.tf": TWO });
      applyLocally(path, name);
      rmIgnored(path);
      commit(path, {}, "state");
      const template = await site().template(id, { inventory_id: await site().workspace(name) });
      await site().runner();
      const first = await site().run(template);
      expect(summaryOf(first.text), first.text).toBe("No changes");
      const second = await site().run(template);
      expect(summaryOf(second.text), second.text).toBe("No changes");
      expect(await site().versions()).toMatchObject([{ number: 1, cause: "committed", workspace: name }]);
      const [version] = await db.select().from(stateVersions);
      expect(version?.commit_hash).toBe(git(path, "rev-parse", "HEAD").trim());
    },
  );

  withTerraform("with another lineage is rejected", async () => {
    const { id, path } = await site().repository({ "main.tf": TWO });
    const template = await site().template(id);
    await site().runner();
    await site().run(template);
    applyLocally(path, "default");
    rmIgnored(path);
    commit(path, {}, "state");
    const refused = await site().run(template);
    expect(refused).toMatchObject({ status: "error", reason: "state_failed" });
    expect(refused.text).toContain("is not the state that Signalbox keeps");
    expect(await site().versions()).toHaveLength(1);
  });
});

/** What terraform leaves beside the state. */
const rmIgnored = (path: string) =>
  execFileSync("rm", ["-rf", ".terraform", "terraform.tfstate.backup"], { cwd: path });

describe("a backend of the code", () => {
  const backend = (settings: string) => `${TWO}terraform {\n  backend "local" {\n    ${settings}\n  }\n}\n`;

  withTerraform("that is a file in the checkout is rejected, with advice", async () => {
    const { id } = await site().repository({ "main.tf": backend('path = "../x.tfstate"') });
    const template = await site().template(id);
    await site().runner();
    const refused = await site().run(template);
    expect(refused).toMatchObject({ status: "error", reason: "state_failed" });
    expect(refused.text).toContain('the backend "local" in main.tf keeps the state in ../x.tfstate');
    expect(refused.text).toContain("SIGNALBOX_RUNNER_LOCAL_FOLDERS");
  });

  withTerraform("that is an absolute path is rejected unless the runner allows its folder", async () => {
    const path = join(site().folder, "not-offered.tfstate");
    const { id, path: repository } = await site().repository({ "main.tf": backend(`path = "${path}"`) });
    const template = await site().template(id);
    const without = await site().runner();
    const refusals = [await site().run(template)];
    await without.kill("SIGKILL");
    await site().runner({ SIGNALBOX_RUNNER_LOCAL_FOLDERS: repository });
    refusals.push(await site().run(template));
    for (const refused of refusals) {
      expect(refused).toMatchObject({ status: "error", reason: "state_failed" });
      expect(refused.text).toContain(`the backend "local" in main.tf keeps the state in ${path}`);
      expect(refused.text).toContain("name an absolute path in a folder of SIGNALBOX_RUNNER_LOCAL_FOLDERS");
      expect(refused.text).toContain(`to keep it there, add ${site().folder} to that setting`);
    }
    expect(existsSync(path)).toBe(false);
  });

  withTerraform("that is a file in an offered folder is kept", async () => {
    const path = join(site().folder, "offered.tfstate");
    const { id } = await site().repository({ "main.tf": TWO, "x_override.tf": backend("").replace(TWO, "") });
    const init_arguments = JSON.stringify([`-backend-config=path=${path}`]);
    const template = await site().template(id, { init_arguments });
    await site().runner({ SIGNALBOX_RUNNER_LOCAL_FOLDERS: site().folder });
    const first = await site().run(template);
    expect(first.status, first.text).toBe("success");
    expect(addresses(readFileSync(path, "utf8"))).toEqual(["terraform_data.a", "terraform_data.b"]);
    const second = await site().run(template);
    expect(summaryOf(second.text), second.text).toBe("No changes");
    expect(await site().versions()).toEqual([]);
  });

  withTerraform("that takes no state leaves it to be downloaded, and says where it belongs", async () => {
    const elsewhere = await listen(
      createServer((request, reply) => reply.writeHead(request.method === "POST" ? 403 : 204).end()),
    );
    const code = `${TWO}terraform {\n  backend "http" {\n    address = "${elsewhere.url}"\n  }\n}\n`;
    const { id } = await site().repository({ "main.tf": code });
    await site().runner();
    const { status, text } = await site().run(await site().template(id));
    await elsewhere.stop();
    expect(status).toBe("error");
    expect(text).toContain(
      "signalbox: the backend that the code declares did not take the state: errored.tfstate is kept as version 1",
    );
    expect(text).not.toContain("a manager can accept it");
    const versions = await site().versions();
    expect(versions).toMatchObject([{ offered: true, cause: "declared" }]);
    expect(addresses(versions[0]?.content)).toEqual(["terraform_data.a", "terraform_data.b"]);
    expect(await db.select({ newest: stateWorkspaces.newest }).from(stateWorkspaces)).toEqual([{ newest: null }]);
  });

  withTerraform("moves in from a folder used in place by an upload, and the folder stays as it is", async () => {
    const { path } = await site().repository({ "main.tf": TWO });
    const template = await site().template(await site().inPlace(path));
    await site().runner();
    await site().run(template);
    const local = readFileSync(join(path, "terraform.tfstate"), "utf8");
    const [state] = await site().site.w.call(listStates, "owner", project());
    expect(state).toMatchObject({ workspaces: [{ name: "default", newest: null }] });
    const params = { ...project(), stateId: state?.id };
    await site().site.w.call(uploadState, "owner", params, { workspace: "", content: local, reason: "moved in" });

    const moved = await site().run(template);
    expect(summaryOf(moved.text), moved.text).toBe("No changes");
    writeFileSync(join(path, "main.tf"), `${TWO}resource "terraform_data" "c" {}\n`);
    const taskId = await site().site.start(template);
    await statusIs(taskId, "waiting_confirmation");
    await site().site.w.call(confirmTask, "owner", { ...project(), taskId }, {});
    const applied = await site().ended(taskId);
    expect(applied.status, applied.text).toBe("success");
    expect(addresses((await newest())?.content)).toEqual(["terraform_data.a", "terraform_data.b", "terraform_data.c"]);
    expect(await site().versions()).toMatchObject([{ cause: "upload" }, { cause: "run", offered: false }]);
    expect(readFileSync(join(path, "terraform.tfstate"), "utf8")).toBe(local);
    expect(readdirSync(path).sort()).toEqual([".git", "main.tf", "terraform.tfstate"]);
    expect(await db.select().from(stateLocks)).toEqual([]);

    writeFileSync(join(path, "terraform.tfstate"), local.replace(/"lineage": "/, "$&other-"));
    expect((await site().run(template)).text).toContain("is not the state that Signalbox keeps");
  });

  withTerraform("of a workspace with a name is refused in place once Signalbox keeps it", async () => {
    const { path } = await site().repository({ "main.tf": TWO });
    const { id } = await site().site.w.call(createState, "owner", project(), { name: "kept", kind: "terraform" });
    const content = JSON.stringify({ version: 4, serial: 1, lineage: "one", outputs: {}, resources: [] });
    const upload = { workspace: "staging", content, reason: "moved in" };
    await site().site.w.call(uploadState, "owner", { ...project(), stateId: id }, upload);
    const changes = { state_id: id, inventory_id: await site().workspace("staging") };
    const template = await site().template(await site().inPlace(path), changes);
    await site().runner();
    const refused = await site().run(template);
    expect(refused).toMatchObject({ status: "error", reason: "settings_invalid" });
    expect(refused.text).toContain("a folder used in place cannot use");
    expect(readdirSync(path).sort()).toEqual([".git", "main.tf"]);
  });

  withTerraform("stays in use in a folder used in place, where nothing is written", async () => {
    const { path } = await site().repository({ "main.tf": TWO });
    const id = await site().inPlace(path);
    const template = await site().template(id);
    await site().runner();
    const first = await site().run(template);
    expect(first.status, first.text).toBe("success");
    const second = await site().run(template);
    expect(summaryOf(second.text), second.text).toBe("No changes");
    expect(await site().versions()).toEqual([]);
    expect(readdirSync(path).sort()).toEqual([".git", "main.tf", "terraform.tfstate"]);
  });
});
