import { describe, expect, test } from "vitest";
import type { TaskEvent } from "@/lib/protocol/events";
import { diagnose } from "@/lib/task/diagnosis/diagnose";
import { createTask } from "@/lib/task/operations";
import { freshDatabase } from "../../support/database";
import { eventsBody, host, result, step } from "../../support/events";
import { HandRunner } from "../../support/hand-runner";
import { taskSite } from "../../support/task-site";

const db = await freshDatabase();
const site = await taskSite(db);
const runner = await HandRunner.start(db, { capabilities: ["events"] });

test("a failed run names host and step with their message, and passes over what was forgiven", async () => {
  const inventory_id = site.r.inventoryId;
  const template_id = await site.template({ app: "ansible", playbook: "site.yml", inventory_id });
  await site.w.call(createTask, "owner", { projectId: site.w.projectId }, { template_id });
  const ref = await runner.take();
  await runner.log(ref, ["PLAY [all]", "", "TASK [forgive]", "one", "TASK [deploy]", "two", "three"], 0);
  const results = [
    result(0, 0, "ignored", { message: "nobody minds", line: 3 }),
    result(1, 0, "failed", { message: "'release' is undefined", line: 5 }),
    result(1, 1, "failed", {
      items: [
        { state: "ok", label: "a" },
        { state: "failed", label: "b", message: "no b" },
      ],
      line: 6,
    }),
  ];
  const events = [step(0, "forgive"), step(1, "deploy"), host(0, "web-1"), host(1, "web-2"), ...results];
  await runner.events(ref, eventsBody(ref.attempt, 0, events));
  await runner.finish(ref, "error", { exit_code: 2, reason: "exit_code" });
  expect((await site.look(ref.task_id)).failure).toEqual({
    cause: "undefined_variable",
    subject: "release",
    lines: [
      { line: 5, output: "web-1, deploy: 'release' is undefined" },
      { line: 6, output: "web-2, deploy: no b" },
    ],
  });
});

/** Ends a playbook with these lines and events as failed; the cause that it is said to have. */
async function causeOf(lines: string[], events: TaskEvent[], exit_code = 2) {
  const inventory_id = site.r.inventoryId;
  const template_id = await site.template({ app: "ansible", playbook: "site.yml", inventory_id });
  await site.w.call(createTask, "owner", { projectId: site.w.projectId }, { template_id });
  const ref = await runner.take();
  await runner.log(ref, lines, 0);
  await runner.events(ref, eventsBody(ref.attempt, 0, events));
  await runner.finish(ref, "error", { exit_code, reason: "exit_code" });
  const { cause, subject } = (await site.look(ref.task_id)).failure ?? {};
  return [cause, subject];
}

const fatal = (host: string, fields: object) => `fatal: [${host}]: FAILED! => ${JSON.stringify(fields)}`;
const MISSING = fatal("gate", { msg: "Could not find or access 'nope.txt'" });
const two = [step(0, "copy"), step(1, "check"), host(0, "gate"), host(1, "web-1")];
const rescued = result(0, 0, "rescued", { message: "Could not find or access 'nope.txt'", line: 1 });

describe("an error that was rescued is never the cause", () => {
  const lines = ["TASK [copy]", MISSING, "", "TASK [check]"];

  test("of another result", async () => {
    const failed = result(1, 0, "failed", { message: "Release 7 is not approved", line: 4 });
    const log = [...lines, fatal("gate", { msg: "Release 7 is not approved" })];
    expect(await causeOf(log, [...two, rescued, failed])).toEqual(["step_failed", "check"]);
  });

  test("of one whose own output says more than its message", async () => {
    const failed = result(1, 0, "failed", { message: "Release 7 is not approved", line: 4 });
    const log = [...lines, fatal("web-1", { msg: "no" }), fatal("gate", { assertion: "ok", evaluated_to: false })];
    expect(await causeOf(log, [...two, rescued, failed])).toEqual(["assertion_failed", ""]);
  });

  test("of an error that no host has", async () => {
    const log = [...lines, "ERROR! The requested handler 'restart' was not found in either the main handlers list"];
    expect(await causeOf(log, [...two, rescued], 1)).toEqual(["handler_missing", "restart"]);
  });

  test("of a playbook that ends for another reason", async () => {
    expect(await causeOf([...lines, "it went wrong"], [...two, rescued], 250)).toEqual([null, ""]);
  });
});

test("results that are missing leave the cause to the log", async () => {
  expect(await causeOf(["TASK [copy]", MISSING], two)).toEqual(["file_not_found", "nope.txt"]);
});

test.each([
  ["command_failed", 2],
  ["killed", -9],
  ["killed", 137],
])("a command that fails names its exit code: %s %i", async (cause, exit_code) => {
  const message = "non-zero return code";
  const subject = cause === "killed" ? "" : String(exit_code);
  const alone = result(1, 0, "failed", { message, exit_code, line: 1 });
  expect(await causeOf(["TASK", "fatal"], [...two, alone])).toEqual([cause, subject]);
  const items = [{ state: "failed" as const, label: "a", message, exit_code }];
  expect(await causeOf(["TASK", "failed"], [...two, result(1, 0, "failed", { items, line: 1 })])).toEqual([
    cause,
    subject,
  ]);
});

test("an expression that is invalid names the place of its step", async () => {
  const message = "template error while templating string: unexpected 'end of print statement'";
  const failed = result(1, 0, "failed", { message, line: 1 });
  expect(await causeOf(["TASK", "fatal"], [...two, failed])).toEqual(["template_error", "site.yml:2"]);
});

test("a message that no known cause explains leaves the cause to the log", () => {
  const lines = [{ line: 0, output: `fatal: [web1]: FAILED! => {"msg": "'release' is undefined"}` }];
  const results = [{ host: "web1", step: "deploy", place: "", message: "", exit_code: null, line: 0 }];
  expect(diagnose({ app: "ansible", exit_code: 2, lines, results })).toEqual({
    cause: "undefined_variable",
    subject: "release",
    lines: [{ line: 0, output: "web1, deploy" }],
  });
});
