import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runnerSite } from "../support/runner-site";
import { leavingTerraform } from "./leaving-terraform";

const site = runnerSite();
const terraform = leavingTerraform(site);
const isState = ({ path }: { path: string }) => path === "/tasks/1/state";

test("a force stop waits half a minute for a state that the console does not answer, and does not lose it", async () => {
  site.console.fail(/tasks\/1\/state/, 503, 10_000);
  const task = await terraform.apply();
  await site.console.until("the program has ended", () => site.console.calls.some(isState));
  const began = performance.now();
  site.console.stop(task, "kill");
  await site.console.finished(task, 60_000);
  expect(performance.now() - began).toBeLessThan(40_000);
  expect(task.finish).toMatchObject({ result: "stopped", reason: "stopped_by_user", exit_code: 0 });
  expect(task.lines.at(-1)).toMatch(/does not have the state of this task yet; the runner goes on uploading it/);
  site.console.clearFaults();
  await site.console.until("the directory is removed", () => site.attempts().length === 0);
  expect(readdirSync(join(site.dataDir, "unsent-states"))).toEqual(["1-1-errored.tfstate"]);
}, 120_000);

test("a plain stop waits half a minute for files that the console does not answer, and the task ends as its program did", async () => {
  site.console.takesResults = true;
  site.console.fail(/artifacts/, 503, 10_000);
  site.write("run.sh", "echo x > $SIGNALBOX_ARTIFACTS/x");
  const task = site.console.add({ repository: site.files });
  await site.start();
  await site.console.until("its file is sent", () => site.console.calls.some(({ path }) => /artifacts/.test(path)));
  site.console.stop(task, "stop");
  await site.console.finished(task, 60_000);
  expect(task.finish).toMatchObject({ result: "success", exit_code: 0 });
  expect(task.lines.at(-1)).toBe("signalbox: not all results of this task are kept, because it was stopped");
}, 120_000);
