import { beforeAll, expect, it } from "vitest";
import { listEvents } from "@/lib/event/operations";
import { stopActiveTask } from "@/lib/task/active/admin-operations";
import { createTask, stopTask, stopTemplateTasks } from "@/lib/task/operations";
import { freshDatabase } from "../support/database";
import { insertTemplateRow, resources } from "../support/resources";
import { type Person, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let templateId: number;
beforeAll(async () => {
  w = await world(db);
  templateId = await insertTemplateRow(db, w.projectId, await resources(db, w.projectId));
});

const here = (more: object = {}) => ({ projectId: w.projectId, ...more });
const start = async () => (await w.call(createTask, "owner", here(), { template_id: templateId })).id;
const last = async () => {
  const [event] = await w.call(listEvents, "owner", here(), { limit: 1 });
  return [event?.username, event?.description];
};

it.each<[string, Person, (taskId: number) => Promise<unknown>, (taskId: number) => string]>([
  [
    "a stop",
    "task_runner",
    (taskId) => w.call(stopTask, "task_runner", here({ taskId })),
    (id) => `Task ID ${id} is being stopped`,
  ],
  [
    "a force stop",
    "manager",
    (taskId) => w.call(stopTask, "manager", here({ taskId }), { force: true }),
    (id) => `Task ID ${id} is being force stopped`,
  ],
  [
    "a stop of all tasks of a template",
    "owner",
    () => w.call(stopTemplateTasks, "owner", here({ templateId })),
    () => `Tasks of Template ID ${templateId} are being stopped`,
  ],
  [
    "an administrator's stop",
    "admin",
    (taskId) => w.call(stopActiveTask, "admin", { taskId }),
    (id) => `Task ID ${id} is being stopped`,
  ],
])("%s records who requested it", async (_what, as, act, description) => {
  const taskId = await start();
  await act(taskId);
  expect(await last()).toEqual([as, description(taskId)]);
});

it("a stop of a template without active tasks records no event", async () => {
  const before = await last();
  await w.call(stopTemplateTasks, "owner", here({ templateId }));
  expect(await last()).toEqual(before);
});
