import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { reap } from "@/lib/task/queue/reap";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { taskSite } from "../support/task-site";

const db = await freshDatabase();
const { w, template, start, look } = await taskSite(db);

beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  await db.update(projects).set({ max_parallel_tasks: 0 });
});

describe("limits hold under concurrency", () => {
  test("many runners polling at once never exceed the project's limit, nor start a task twice", async () => {
    await db.update(projects).set({ max_parallel_tasks: 3 }).where(eq(projects.id, w.projectId));
    const parallel = await template({ allow_parallel_tasks: true });
    for (let i = 0; i < 12; i++) await start(parallel);
    const all = await Promise.all(Array.from({ length: 6 }, () => HandRunner.start(db)));
    const offers = (await Promise.all(all.map((runner) => runner.poll(4)))).flatMap(({ tasks }) => tasks);
    expect(offers).toHaveLength(3);
    expect(new Set(offers.map(({ task_id }) => task_id)).size).toBe(3);
  });

  test("one at a time for a template, oldest first, unless it allows parallel tasks", async () => {
    const serial = await template();
    const [first, second] = [await start(serial), await start(serial)];
    const runner = await HandRunner.start(db);
    expect((await runner.poll(5)).tasks.map(({ task_id }) => task_id)).toEqual([first]);
    expect(await look(second)).toMatchObject({ waiting_for: { code: "template_busy", held_by: [first] } });
  });

  test("a runner's own limit holds for concurrent polls with one token", async () => {
    const parallel = await template({ allow_parallel_tasks: true });
    for (let i = 0; i < 5; i++) await start(parallel);
    const runner = await HandRunner.start(db, { max: 2 });
    const offers = await Promise.all([runner.poll(5), runner.poll(5), runner.poll(5)]);
    expect(new Set(offers.flatMap(({ tasks }) => tasks).map(({ task_id }) => task_id)).size).toBe(2);
  });

  test("without a runner that has the tool the task waits with that reason", async () => {
    await HandRunner.start(db, { tools: { bash: "5" } });
    const taskId = await start(await template({ app: "python", playbook: "run.py" }));
    expect(await look(taskId)).toMatchObject({ status: "waiting", waiting_for: { code: "no_tool", tool: "python3" } });
  });
});

describe("a waiting poll", () => {
  test("returns at once when a task arrives, and is dropped when the runner disconnects", async () => {
    const runner = await HandRunner.start(db);
    const { wake } = await import("@/lib/task/queue/waiting-polls");
    const template_id = await template();
    const polled = runner.poll(1, [], AbortSignal.timeout(4000));
    const taskId = await start(template_id);
    wake({ runner_id: null });
    expect((await polled).tasks).toEqual([{ task_id: taskId, attempt: 1 }]);
  });
});

describe("no task gets stuck", () => {
  const age = (taskId: number, ago: string) =>
    db.execute(`update task_attempts set heartbeat_at = now() - interval '${ago}' where task_id = ${taskId}`);

  test("claimed but never begun: back to the queue, as another attempt", async () => {
    const runner = await HandRunner.start(db);
    const taskId = await start(await template());
    await runner.poll();
    await age(taskId, "61 seconds");
    await reap(db);
    expect(await look(taskId)).toMatchObject({ status: "waiting", runner_id: null });
    expect((await (await HandRunner.start(db)).poll()).tasks).toEqual([{ task_id: taskId, attempt: 2 }]);
  });

  test("a silent runner: an error after the long timeout, but only if the API was up throughout", async () => {
    const runner = await HandRunner.start(db);
    await start(await template());
    const ref = await runner.take();
    await runner.log(ref, ["last words"]);
    await age(ref.task_id, "31 minutes");
    await reap(db);
    expect(await look(ref.task_id)).toMatchObject({ status: "running" });
    await db.execute(
      `update options set value = (extract(epoch from now()) - 1900)::text || ' ' || extract(epoch from now())::text where key = 'server.api_up'`,
    );
    await reap(db);
    expect(await look(ref.task_id)).toMatchObject({ status: "error", reason: "runner_lost", log_lines: 2 });
  });

  test("after a clock that was ahead, a silent runner is lost no later", async () => {
    const apiUp = async () =>
      (
        await db.execute<{ ahead: boolean }>(
          `select extract(epoch from now()) < split_part(value, ' ', 1)::float8 as ahead from options where key = 'server.api_up'`,
        )
      )[0]?.ahead;
    await reap(db);
    await db.execute(
      `update options set value = (extract(epoch from now()) + 9000)::text || ' ' || (extract(epoch from now()) + 9100)::text where key = 'server.api_up'`,
    );
    expect(await apiUp()).toBe(true);
    await reap(db);
    expect(await apiUp()).toBe(false);
  });

  test("a deleted runner: an error at once", async () => {
    const runner = await HandRunner.start(db);
    await start(await template());
    const ref = await runner.take();
    await db.delete(runners).where(eq(runners.id, runner.id));
    await reap(db);
    expect(await look(ref.task_id)).toMatchObject({ status: "error", reason: "runner_lost" });
  });

  test("a restarted runner without its attempts: begun ones end as errors, unbegun ones queue again", async () => {
    const runner = await HandRunner.start(db);
    const begun = await start(await template());
    const ref = await runner.take();
    const unbegun = await start(await template());
    await runner.poll(1, [ref]);
    await runner.restart();
    expect(await look(begun)).toMatchObject({ status: "error", reason: "runner_restarted" });
    expect(await look(unbegun)).toMatchObject({ status: "waiting" });
    const open = await db.select().from(taskAttempts).where(eq(taskAttempts.task_id, begun));
    expect(open[0]?.ended_at).not.toBeNull();
  });
});
