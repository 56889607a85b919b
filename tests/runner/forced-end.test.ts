import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ConsoleTask } from "../support/console";
import { runnerSite } from "../support/runner-site";
import { leavingTerraform } from "./leaving-terraform";

const site = runnerSite();
const asked = (path: RegExp) => site.console.calls.some((call) => path.test(call.path));
/** The calls that ask people to confirm a plan. */
const questions = () =>
  site.console.calls.filter(({ body }) => JSON.stringify(body ?? "").includes("await_confirmation"));
const stateOf = () => JSON.parse(readFileSync(join(site.dataDir, "attempts/1-1/state.json"), "utf8")).state;

/** Runs a script, and force-stops it when the console does not answer what it has left. */
async function stopUploading(script: string, path: RegExp): Promise<ConsoleTask> {
  site.console.takesResults = true;
  site.console.fail(path, 503, 10_000);
  site.write("run.sh", script);
  const task = site.console.add({ repository: site.files });
  await site.start();
  await site.console.until("the program has ended", () => asked(path) && stateOf() === "ended");
  site.console.stop(task, "kill");
  await site.console.finished(task, 20_000);
  await site.console.until("the directory is removed", () => site.attempts().length === 0);
  return task;
}

describe("a force stop, after the program has ended,", () => {
  test("gives up the files of a task that has succeeded, and it stays a success", async () => {
    const task = await stopUploading("echo x > $SIGNALBOX_ARTIFACTS/x; echo '# S' > $SIGNALBOX_SUMMARY", /artifacts/);
    expect(task.finish).toMatchObject({ result: "success", reason: null, exit_code: 0 });
    expect(task.results.summary).toBe("# S\n");
    expect(task.lines.at(-1)).toBe("signalbox: not all results of this task are kept, because it was force-stopped");
  });

  if (process.env.SIGNALBOX_TEST_LONG === "1")
    test("gives up the summary, also one that was on its way while the program ran", async () => {
      const task = await stopUploading("echo '# S' > $SIGNALBOX_SUMMARY; sleep 4; exit 3", /summary/);
      expect(task.finish).toMatchObject({ result: "error", reason: "exit_code", exit_code: 3 });
    });

  test("makes no success of a task whose outputs what follows would miss", async () => {
    const task = await stopUploading("echo a=1 >> $SIGNALBOX_OUTPUT", /outputs/);
    expect(task.finish).toMatchObject({ result: "stopped", reason: "stopped_by_user" });
    expect(task.lines.at(-1)).toBe("signalbox: the outputs of this task are not kept, because it was force-stopped");
  });
});

describe("with Terraform,", () => {
  const terraform = leavingTerraform(site);

  test.each(["stop", "kill"] as const)("a plan need not wait for its files to be uploaded (%s)", async (action) => {
    site.console.takesResults = true;
    site.console.fail(/artifacts/, 503, 10_000);
    const task = await terraform.run();
    await site.console.until("its files are sent", () => asked(/artifacts/));
    site.console.stop(task, action);
    if (action === "stop") {
      await site.console.until("its end is saved", () => stateOf() === "ended");
      site.console.clearFaults();
    }
    await site.console.finished(task, 20_000);
    expect(task.finish).toMatchObject({ result: "stopped", reason: "stopped_by_user" });
    expect(questions()).toEqual([]);
  });

  test("a state that can neither be uploaded nor be moved fails the task, and stays where it is", async () => {
    const aside = join(site.dataDir, "unsent-states");
    mkdirSync(site.dataDir);
    writeFileSync(aside, "");
    const task = await terraform.apply();
    expect(questions()).toHaveLength(1);
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "error", reason: "state_failed", exit_code: 0 });
    const path = join(site.dataDir, "attempts/1-1/repository/errored.tfstate");
    expect(task.lines.at(-1)).toMatch(/^signalbox: the console does not take the state .* could not be moved to /);
    expect(task.lines.at(-1)).toContain(`is still in ${path} on this runner`);
    expect(readFileSync(path, "utf8")).toBe('{"version":4}\n');
    rmSync(aside);
    await terraform.runner?.kill("SIGKILL");
    await site.start();
    await site.console.until("the directory is removed", () => site.attempts().length === 0);
    expect(readdirSync(aside)).toEqual(["1-1-errored.tfstate"]);
  });
});
