import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { listLastTasks } from "@/lib/task/operations";
import { listTemplates } from "@/lib/template/operations";
import { freshDatabase, statementsOf } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type TaskSite, taskSite } from "../support/task-site";

const db = await freshDatabase();
let site: TaskSite;
beforeAll(async () => {
  site = await taskSite(db);
});
beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
});

const project = () => ({ projectId: site.w.projectId });
const lastTasks = () => site.w.call(listLastTasks, "owner", project(), {});
const templates = () => site.w.call(listTemplates, "owner", project(), {});

describe("why a task waits", () => {
  test("is shown in the list of tasks, at each template's last task, and at the task itself", async () => {
    await HandRunner.start(db, { tools: { bash: "5" } });
    const runner = await HandRunner.start(db);
    const serial = await site.template();
    const running = await site.start(serial);
    await runner.take();
    const behind = await site.start(serial);
    const tagged = await site.start(await site.template({ runner_tag: "dmz" }));
    const reasons = {
      [running]: null,
      [behind]: { code: "template_busy", held_by: [running] },
      [tagged]: { code: "no_tag", tag: "dmz" },
    };
    const listed = Object.fromEntries((await lastTasks()).map(({ id, waiting_for }) => [id, waiting_for]));
    expect(listed).toEqual(reasons);
    const last = (await templates()).flatMap(({ last_task: task }) => (task ? [[task.id, task.waiting_for]] : []));
    expect(Object.fromEntries(last)).toEqual({ [behind]: reasons[behind], [tagged]: reasons[tagged] });
    for (const id of [behind, tagged]) expect((await site.look(id)).waiting_for).toEqual(reasons[id]);
  });

  test("takes one statement for all waiting tasks of a list, and none when nothing waits", async () => {
    const runner = await HandRunner.start(db);
    await site.start(await site.template());
    await runner.finish(await runner.take(), "success", { total_lines: 0, checksum: 0 });
    const [idle, idleTemplates] = [await statementsOf(db, lastTasks), await statementsOf(db, templates)];
    for (let n = 0; n < 3; n++) await site.start(await site.template({ runner_tag: "dmz" }));
    expect(await statementsOf(db, lastTasks)).toHaveLength(idle.length + 1);
    expect(await statementsOf(db, templates)).toHaveLength(idleTemplates.length + 1);
  });
});
