import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ConsoleTask } from "../support/console";
import { repository } from "../support/job";
import { makeRepository } from "../support/repositories";
import { runnerSite } from "../support/runner-site";
import { requireTool } from "../support/tools";

const site = runnerSite();
const RESTARTED = "signalbox: the runner was restarted; the log ends here";
const SECRET = "canary-s3cret";

const directory = (id = 1) => join(site.dataDir, "attempts", `${id}-1`);
const stateFile = (id = 1) => join(directory(id), "state.json");
const stateOf = (id = 1): string =>
  existsSync(stateFile(id)) ? JSON.parse(readFileSync(stateFile(id), "utf8")).state : "";

/** Kills the runner while what its task has left cannot be uploaded, and starts it again with a console that takes it. */
async function killWhileUploading(task: ConsoleTask, env: Record<string, string> = {}): Promise<void> {
  site.console.fail(/tasks\/\d+\/(summary|artifacts|outputs|finish)/, "cut", 10_000);
  const runner = await site.start(env);
  await site.console.until("the ends are stored", () => site.console.tasks.every(({ id }) => stateOf(id) === "ended"));
  await runner.kill("SIGKILL");
  expect(task.finish).toBeNull();
  site.console.clearFaults();
}

describe("a runner that is killed after the program of its task has ended", () => {
  test("still reports the truth, with all that the task has left", async () => {
    site.console.takesResults = true;
    site.write(
      "run.sh",
      `echo "image=web:7" >> $SIGNALBOX_OUTPUT
echo "token=$TOKEN" >> $SIGNALBOX_OUTPUT
echo "# Report of $TOKEN" > $SIGNALBOX_SUMMARY
echo kept > $SIGNALBOX_ARTIFACTS/report.txt
seq 1 50
`,
    );
    const task = site.console.add({ repository: site.files, secret_env: { TOKEN: SECRET } });
    await killWhileUploading(task);
    const stored = readFileSync(stateFile(), "utf8");
    expect(stored).not.toContain(SECRET);
    expect(statSync(stateFile()).mode & 0o777).toBe(0o600);
    await site.start();
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "success", reason: null, exit_code: 0 });
    expect(site.console.output(task)).toEqual(Array.from({ length: 50 }, (_, n) => `${n + 1}`));
    expect(task.lines).not.toContain(RESTARTED);
    expect(task.results).toEqual({
      summary: "# Report of ****\n",
      artifacts: { "report.txt": "kept\n" },
      outputs: [
        { name: "image", value: "web:7", secret: false },
        { name: "token", value: SECRET, secret: true },
      ],
    });
    expect(task.progress.stages?.every(({ end }) => end !== null)).toBe(true);
    await site.console.until("the directory is removed", () => site.attempts().length === 0);
  });

  test("reports a failure with its exit code, and what it found out before", async () => {
    site.console.takesResults = true;
    const url = makeRepository(join(site.folder, "code"), {
      "run.sh": "echo x > $SIGNALBOX_ARTIFACTS/x\nexit 3\n",
    });
    site.console.fail(/progress/, "cut", 10_000);
    const task = site.console.add({ repository: repository(url) });
    await killWhileUploading(task);
    await site.start();
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "error", reason: "exit_code", exit_code: 3 });
    expect(task.progress.commit_hash).toBe(execFileSync("git", ["-C", url, "rev-parse", "HEAD"]).toString().trim());
  });

  test("keeps the end of a log that is longer than its limit", async () => {
    site.console.takesResults = true;
    site.write(
      "run.sh",
      "for i in $(seq 1 8); do seq -f 'line %.0f' 1 20000; done; echo x > $SIGNALBOX_SUMMARY; echo the end\n",
    );
    const task = site.console.add({ repository: site.files });
    const limit = { SIGNALBOX_RUNNER_MAX_LOG_MB: "1" };
    await killWhileUploading(task, limit);
    site.console.fail(/summary/, 400);
    await site.start(limit);
    await site.console.finished(task);
    expect(task.status).toBe("success");
    expect(site.console.output(task).at(-1)).toBe("the end");
    expect(task.lines.at(-1)).toMatch(/^signalbox: .*summary/);
    expect(task.lines.filter((line) => line.includes("lines are left out here"))).toHaveLength(1);
  });

  test("has no result if outputs cannot be opened or a part of the log is lost", async () => {
    site.console.takesResults = true;
    site.write("run.sh", "echo a=1 >> $SIGNALBOX_OUTPUT; echo done\n");
    const [first, second] = [0, 1].map(() => site.console.add({ repository: site.files }));
    if (!first || !second) throw new Error("there are no tasks");
    await killWhileUploading(first);
    truncateSync(join(directory(2), "spool"), 0);
    site.console.token = "a new one";
    await site.start({ SIGNALBOX_RUNNER_TOKEN: "a new one" });
    await site.console.finished(first);
    await site.console.finished(second);
    for (const { finish } of [first, second])
      expect(finish).toMatchObject({ result: "error", reason: "runner_restarted", exit_code: null });
    expect(first.lines.at(-1)).toBe(RESTARTED);
  });

  test("reports nothing of an attempt that the console has given up", async () => {
    site.write("run.sh", "echo done\n");
    const task = site.console.add({ repository: site.files });
    await killWhileUploading(task);
    task.attempt++;
    await site.start();
    await site.console.until("the directory is removed", () => site.attempts().length === 0);
    expect(task.finish).toBeNull();
  });

  requireTool("terraform")(
    "uploads the plan before it asks for a confirmation",
    async () => {
      site.console.takesResults = true;
      site.write("main.tf", 'resource "terraform_data" "one" {}\n');
      site.console.fail(/plan/, "cut", 10_000);
      const task = site.console.add({ repository: site.files, app: "terraform", playbook: "" });
      const runner = await site.start();
      await site.console.until("the plan is made", () => stateOf() === "asking", 60_000);
      await runner.kill("SIGKILL");
      site.console.clearFaults();
      await site.start();
      await site.console.until("the plan waits", () => task.status === "waiting_confirmation");
      expect(task.results.plan?.resources.map(({ address }) => address)).toEqual(["terraform_data.one"]);
    },
    90_000,
  );
});
