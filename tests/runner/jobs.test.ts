import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TestConsole } from "@/tests/support/console";
import { repository } from "@/tests/support/job";
import { RunnerProcess } from "@/tests/support/runner-process";
import { requireTool } from "@/tests/support/tools";

let site: { console: TestConsole; folder: string; dataDir: string; files: string; runners: RunnerProcess[] };

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-jobs-"));
  const files = await mkdtemp(join(folder, "files-"));
  site = { console: await TestConsole.start(), folder, dataDir: join(folder, "data"), files, runners: [] };
});

afterEach(async () => {
  for (const runner of site.runners) await runner.kill("SIGKILL");
  await site.console.goAway();
  await rm(site.folder, { recursive: true, force: true });
});

async function startRunner(env: Record<string, string> = {}): Promise<RunnerProcess> {
  const runner = await RunnerProcess.start({
    url: site.console.url,
    token: site.console.token,
    dataDir: site.dataDir,
    env,
  });
  site.runners.push(runner);
  return runner;
}

const script = (name: string, text: string) => writeFile(join(site.files, name), text);
const here = () => repository(site.files, { branch: "" });

describe("a bash job", () => {
  test("runs", async () => {
    await script("run.sh", 'echo hello "$@"\necho oops >&2\n');
    const r = await startRunner();
    const task = site.console.add({ repository: here(), extra_vars: { b: 2, a: "x" } });
    await site.console.finished(task).catch((e) => {
      console.log(r.output);
      throw e;
    });
    console.log(r.output, task);
    expect(site.console.output(task)).toEqual(["hello a=x b=2", "oops"]);
    expect(task.status).toBe("success");
  });
});
