import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { endLine, startLine } from "@/lib/protocol/runner-lines";
import type { TestReport } from "@/lib/protocol/tests";
import { freshDatabase } from "../../support/database";
import { HandRunner } from "../../support/hand-runner";
import { insertTask } from "../../support/resources";
import { taskSite } from "../../support/task-site";

const db = await freshDatabase();
const site = await taskSite(db);
let runner: HandRunner;

beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  runner = await HandRunner.start(db);
});

const template = (app = "bash") =>
  site.template({ app, inventory_id: app === "terraform" ? null : site.r.inventoryId });

/** Runs a task by hand: these lines, then this end. Returns it as the API shows it. */
async function run(template_id: number, lines: string[], end: "success" | "error" = "error", changes: object = {}) {
  const taskId = await site.start(template_id);
  const ref = await runner.take();
  for (let first = 0; first < lines.length; first += 1_000)
    await runner.log(ref, lines.slice(first, first + 1_000), first);
  await runner.finish(ref, end, end === "error" ? { reason: "exit_code", exit_code: 1, ...changes } : changes);
  return site.look(taskId);
}

const UNDEFINED = `fatal: [web1]: FAILED! => {"msg": "'release' is undefined"}`;

describe("a failed task says why", () => {
  test("by its log, with the exit code and the last success", async () => {
    const id = await template();
    const good = await run(id, ["fine"], "success");
    expect(good).toMatchObject({ failure: null, exit_code: 0, last_success: null });
    await insertTask(db, site.w.projectId, id, { drift_check: true, end: new Date().toISOString() });
    await run(id, ["deploy: command not found"], "error", { exit_code: 127 });
    expect(
      await run(id, ["begin", "./run.sh: line 2: depoly: command not found"], "error", { exit_code: 127 }),
    ).toMatchObject({
      failure: {
        cause: "command_not_found",
        subject: "depoly",
        lines: [
          { line: 0, output: "begin" },
          { line: 1, output: "./run.sh: line 2: depoly: command not found" },
        ],
      },
      exit_code: 127,
      last_success: { id: good.id, end: good.end },
    });
  });

  test("by the first error of a log that goes on long after it", async () => {
    const lines = ["PLAY [all] ***", UNDEFINED, ...Array.from({ length: 9_000 }, (_, n) => `ok: [web${n + 2}]`)];
    const { failure } = await run(await template("ansible"), lines);
    expect(failure).toEqual({
      cause: "undefined_variable",
      subject: "release",
      lines: [{ line: 1, output: UNDEFINED }],
    });
  });

  test("by the names of its first failed tests", async () => {
    const test = { suite: "", seconds: null, message: "", details: "" };
    const failed = ["adds", "divides", "rounds", "counts"].map((name) => ({ ...test, name, state: "failed" as const }));
    const fail = async (report: TestReport) => {
      const taskId = await site.start(await template());
      const ref = await runner.take();
      await runner.log(ref, ["pytest", "ran"]);
      await runner.tests(ref, report);
      await runner.finish(ref, "error", { reason: "exit_code", exit_code: 1 });
      return (await site.look(taskId)).failure;
    };
    const [adds] = failed;
    const passed = { ...test, name: "fine", state: "passed" as const };
    const one = { failed: 1, passed: 1, skipped: 0, tests: adds ? [adds, passed] : [] };
    expect(await fail(one)).toMatchObject({ cause: "tests_failed", subject: "adds" });
    const many = { failed: 4, passed: 0, skipped: 0, tests: failed };
    expect(await fail(many)).toMatchObject({ cause: "tests_failed", subject: "adds, divides, rounds, …" });
    expect(await fail({ failed: 0, passed: 1, skipped: 0, tests: [passed] })).toMatchObject({ cause: null });
  });

  test("by colours and frames as by plain text", async () => {
    const lines = [
      "\u001b[31m╷\u001b[0m",
      "\u001b[31m│\u001b[0m \u001b[0m\u001b[1m\u001b[31mError: \u001b[0m\u001b[1mNo valid credential sources found\u001b[0m",
      ...Array(9_000).fill("later"),
    ];
    const { failure } = await run(await template("terraform"), lines);
    expect(failure).toMatchObject({
      cause: "credentials_missing",
      lines: [{ line: 1, output: "Error: No valid credential sources found" }, {}, {}, {}, {}, {}],
    });
  });

  test("by its reason where that is the cause, beside its last lines", async () => {
    const { failure } = await run(await template(), ["cat: x: No such file or directory"], "error", {
      reason: "timed_out",
    });
    expect(failure).toEqual({
      cause: "time_limit",
      subject: "",
      lines: [{ line: 0, output: "cat: x: No such file or directory" }],
    });
    expect((await run(await template(), ["cat: x"], "error", { reason: "no_space" })).failure?.cause).toBeNull();
    const locked = ["signalbox: the state is locked by Signalbox task 7: wait for it to end"];
    expect(await run(await template(), locked, "error", { reason: "state_locked" })).toMatchObject({
      reason: "state_locked",
      failure: { cause: "state_locked", lines: [{ output: locked[0] }] },
    });
  });

  test("by the log beside a reason that names only whose fault it is", async () => {
    const lines = ["signalbox: main.tf line 3 cannot be read: a quote is not closed"];
    expect(await run(await template(), lines, "error", { reason: "repository_invalid" })).toMatchObject({
      reason: "repository_invalid",
      failure: { cause: "configuration_invalid", subject: "main.tf:3" },
    });
  });

  test("by the lines of its program rather than those of the runner", async () => {
    const stage = { start: new Date().toISOString(), end: null };
    const stages = [
      { ...stage, name: "git", first_line: 0 },
      { ...stage, name: "run", first_line: 2 },
    ];
    const own = ["Cloning file:///code main", "Checked out abea5c6619 first", startLine("bash run.sh")];
    const end = endLine("bash", { code: 1, signal: null });
    const { failure } = await run(await template(), [...own, "it is too late", end], "error", { facts: { stages } });
    expect(failure?.lines).toEqual([{ line: 3, output: "it is too late" }]);
    const silent = await run(await template(), [...own, end], "error", { facts: { stages } });
    expect(silent.failure?.lines.map(({ line }) => line)).toEqual([0, 1, 2]);
  });

  test.each([
    ["SIGKILL", "killed", ""],
    ["SIGSEGV", "ended_by_signal", "SIGSEGV"],
  ])("by the signal that ended its program: %s", async (signal, cause, subject) => {
    const end = endLine("bash", { code: null, signal });
    const lines = ["cat: x: No such file or directory", "working", end];
    const { failure } = await run(await template(), lines, "error", { exit_code: null });
    expect(failure).toMatchObject({ cause, subject });
    expect(failure?.lines.at(-1)).toEqual({ line: 2, output: end });
    expect((await run(await template(), lines)).failure?.cause).toBe("file_not_found");
  });

  test("with a line whose cut goes through a character", async () => {
    const line = `ERROR ${"x".repeat(493)}${"😀".repeat(40)}`;
    const { failure, status } = await run(await template(), [line]);
    expect({ status, failure }).toEqual({
      status: "error",
      failure: { cause: null, subject: "", lines: [{ line: 0, output: line.slice(0, 499) }] },
    });
  });

  test("and ends also if that cannot be stored", async () => {
    await db.execute(sql`alter table tasks add constraint refused check (failure is null)`);
    try {
      expect(await run(await template(), ["deploy: command not found"])).toMatchObject({
        status: "error",
        failure: null,
      });
    } finally {
      await db.execute(sql`alter table tasks drop constraint refused`);
    }
  });

  test("not at all without a log", async () => {
    expect((await run(await template(), [])).failure).toBeNull();
  });
});
