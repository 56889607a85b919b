import { expect, test } from "vitest";
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

test("a message that no known cause explains leaves the cause to the log", () => {
  const lines = [{ line: 0, output: `fatal: [web1]: FAILED! => {"msg": "'release' is undefined"}` }];
  const results = [{ host: "web1", step: "deploy", message: "", line: 0 }];
  expect(diagnose({ app: "ansible", exit_code: 2, lines, results })).toEqual({
    cause: "undefined_variable",
    subject: "release",
    lines: [{ line: 0, output: "web1, deploy" }],
  });
});
