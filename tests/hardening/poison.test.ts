import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { environments } from "@/db/schema/environments";
import { createEnvironment } from "@/lib/environment/operations";
import { createIntegration } from "@/lib/integration/operations";
import { createTask, stopTask } from "@/lib/task/operations";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { taskSite } from "../support/task-site";
import { refusal } from "../support/world";

const db = await freshDatabase();
const site = await taskSite(db);
const { w } = site;
const project = { projectId: w.projectId };

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

describe("deeply nested JSON", () => {
  test("is rejected for variables, answers and parameters", async () => {
    const templateId = await site.template();
    const calls = (json: string) => [
      () => w.call(createEnvironment, "manager", project, { name: "deep", json }),
      () => w.call(createTask, "manager", project, { template_id: templateId, environment: json }),
      () => w.call(createTask, "manager", project, { template_id: templateId, secret: json }),
      () => w.call(createIntegration, "manager", project, { name: "hook", task_params: { environment: json } }),
    ];
    for (const call of calls(nested(40_000))) expect(await refusal(call())).toMatchObject({ status: 400 });
    for (const call of calls(nested(100))) await call();
  });
});

describe("a task that can't be handed out", () => {
  test("ends instead of being requested forever", async () => {
    const runner = await HandRunner.start(db, { tools: { bash: "5" } });
    const { id } = await w.call(createEnvironment, "manager", project, { name: "poisoned", json: "{}" });
    // Like a row of an earlier version.
    await db
      .update(environments)
      .set({ json: nested(40_000) })
      .where(eq(environments.id, id));
    const taskId = await site.start(await site.template({ environment_id: id, name: "poisoned" }));
    for (;;) {
      const [ref] = (await runner.poll()).tasks;
      if (!ref) throw new Error("the task was not offered");
      const begun = await runner.begin(ref).catch(() => null);
      if (ref.task_id === taskId) {
        expect(begun).toBeNull();
        break;
      }
      await runner.finish(ref);
    }
    expect(await site.look(taskId)).toMatchObject({ status: "error", reason: "internal" });
  });
});

test("a runner that missed the reply to begin gets it while the task is being stopped, so that it can end it", async () => {
  const runner = await HandRunner.start(db);
  const taskId = await site.start(await site.template({ name: "stopped" }));
  const [ref] = (await runner.poll(100)).tasks.filter(({ task_id }) => task_id === taskId);
  if (!ref) throw new Error("the task was not offered");
  await runner.begin(ref);
  await w.call(stopTask, "owner", { ...project, taskId }, {});
  expect(await runner.begin(ref)).toMatchObject({ task_id: taskId });
  expect(await runner.finish(ref, "stopped")).toMatchObject({ finished: true });
  expect(await site.look(taskId)).toMatchObject({ status: "stopped" });
});
