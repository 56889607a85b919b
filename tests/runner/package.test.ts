import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cliBundle } from "../cli/cli-process";
import { ROOT } from "../structure/sources";
import { TestConsole } from "../support/console";
import { repository } from "../support/job";
import { runnerBundle } from "../support/runner-process";

/** A runner on another machine has Node, the command and two bundled files of the package: no node_modules. */
let folder: string;
let server: TestConsole;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-package-"));
  for (const name of ["package/bin", "package/dist", "files"]) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ["package.json", "bin/signalbox.mjs"])
    copyFileSync(join(ROOT, name), join(folder, "package", name));
  copyFileSync(await runnerBundle(), join(folder, "package/dist/runner.mjs"));
  copyFileSync(await cliBundle(), join(folder, "package/dist/cli.mjs"));
  server = await TestConsole.start();
});
afterAll(async () => {
  await server.goAway();
  rmSync(folder, { recursive: true, force: true });
});

const signalbox = (...words: string[]) => {
  const env = {
    NODE_ENV: "production",
    PATH: process.env.PATH,
    SIGNALBOX_URL: server.url,
    SIGNALBOX_RUNNER_REGISTRATION_TOKEN: server.registrationToken,
    SIGNALBOX_RUNNER_ONE_OFF: "1",
    SIGNALBOX_RUNNER_DATA_DIR: join(folder, "data"),
  } as const;
  const file = join(folder, "package/bin/signalbox.mjs");
  return promisify(execFile)(process.execPath, [file, ...words], { cwd: folder, env });
};

test("registers, runs a task and unregisters with only those files", async () => {
  writeFileSync(join(folder, "files/run.sh"), "echo far away\n");
  const task = server.add({ repository: repository(join(folder, "files"), { branch: "" }) });
  expect((await signalbox("runner")).stdout).toContain('registered as "');
  expect([task.status, server.output(task)]).toEqual(["success", ["far away"]]);
  expect((await signalbox("runner", "unregister")).stdout).toContain('unregistered "test"');
  expect(readdirSync(join(folder, "package")).sort()).toEqual(["bin", "dist", "package.json"]);
  expect(readdirSync(join(folder, "data"))).not.toContain("token");
});
