import { setTimeout as sleep } from "node:timers/promises";
import { eq, like, type SQL, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { events } from "@/db/schema/events";
import { runners } from "@/db/schema/runners";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import type { AttemptRef } from "@/lib/protocol/runner";
import { lockOpenAttempt } from "@/lib/task/attempt/open-attempts";
import { loseAttempt, releaseAttempt } from "@/lib/task/attempt/recover";
import { confirmTask, stopTask } from "@/lib/task/operations";
import { reap } from "@/lib/task/queue/reap";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type TaskSite, taskSite } from "../support/task-site";
import { refusal } from "../support/world";

const db = await freshDatabase();
let site: TaskSite;
let runner: HandRunner;
beforeAll(async () => {
  site = await taskSite(db);
});
beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  runner = await HandRunner.start(db);
});

const stop = (taskId: number, force = false) =>
  site.w.call(stopTask, "owner", { projectId: site.w.projectId, taskId }, { force });

async function running(): Promise<AttemptRef> {
  await site.start(await site.template());
  return runner.take();
}

async function planned(): Promise<AttemptRef> {
  await site.start(await site.template({ app: "terraform", playbook: "" }));
  const ref = await runner.take();
  await runner.progress(ref, { await_confirmation: true });
  return ref;
}

describe("a runner's last-moment report counts", () => {
  test("an attempt found silent is not lost when its heartbeat arrives before the decision", async () => {
    const ref = await running();
    const silent = sql`${taskAttempts.heartbeat_at} < now() - interval '1 minute'`;
    await db.transaction(async (tx) => expect(await loseAttempt(tx, ref, "runner_lost", silent)).toBeNull());
    expect(await site.look(ref.task_id)).toMatchObject({ status: "running" });
  });

  test("an attempt that started meanwhile is not given to another runner", async () => {
    const ref = await running();
    await db.transaction(async (tx) => expect(await releaseAttempt(tx, ref)).toBeNull());
    expect(await site.look(ref.task_id)).toMatchObject({ status: "running" });
  });

  test("the condition is checked on the row as it is when the lock is free", async () => {
    const ref = await running();
    await db.execute(sql`update task_attempts set heartbeat_at = now() - interval '1 hour'`);
    const silent = sql`${taskAttempts.heartbeat_at} < now() - interval '1 minute'`;
    let verdict: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.update(taskAttempts).set({ heartbeat_at: sql`now()` });
      verdict = db.transaction((other) => lockOpenAttempt(other, ref, silent));
      await sleep(200);
    });
    expect(await verdict).toBeNull();
  });

  test("a confirmation just before the timeout counts", async () => {
    const ref = await planned();
    await db.execute(sql`update tasks set confirm_until = now() - interval '1 second'`);
    await site.w.call(confirmTask, "owner", { projectId: site.w.projectId, taskId: ref.task_id });
    await reap(db);
    expect(await site.look(ref.task_id)).toMatchObject({ status: "confirmed" });
  });

  test("without confirmation in time the task is stopped and its runner drops it", async () => {
    const ref = await planned();
    await db.execute(sql`update tasks set confirm_until = now() - interval '1 second'`);
    await reap(db);
    expect(await site.look(ref.task_id)).toMatchObject({ status: "stopped", reason: "confirmation_expired" });
    expect((await runner.heartbeat([ref])).directives).toEqual([{ ...ref, action: "discard" }]);
  });
});

describe("what was written before the database's clock went back", () => {
  const secondsOf = async (time: SQL, from: SQL) => {
    const [row] = await db.execute<{ seconds: number }>(
      sql`select extract(epoch from ${time} - now())::float8 as seconds from ${from}`,
    );
    return row?.seconds;
  };

  test("counts from then on: a heartbeat, and when its runner was seen", async () => {
    const ref = await running();
    await db.execute(sql`update task_attempts set heartbeat_at = now() + interval '1 hour'`);
    await db.execute(sql`update runners set last_seen = now() + interval '1 hour'`);
    await reap(db);
    expect(await site.look(ref.task_id)).toMatchObject({ status: "running" });
    for (const [time, from] of [
      [sql`heartbeat_at`, sql`task_attempts`],
      [sql`last_seen`, sql`runners`],
    ] as const)
      expect(Math.abs((await secondsOf(time, from)) ?? Number.NaN)).toBeLessThan(60);
  });

  test("counts from then on: the end of a confirmation; one of a longer period, or in time, is left unchanged", async () => {
    const ref = await planned();
    const until = async () => (await secondsOf(sql`confirm_until`, sql`tasks where id = ${ref.task_id}`)) ?? Number.NaN;
    const period = await until();
    await db.execute(sql`update tasks set confirm_until = confirm_until + interval '1 hour'`);
    await reap(db);
    expect(await until()).toBeGreaterThan(period + 3000);
    const ahead = sql`(extract(epoch from now()) + 3600)::text`;
    await db.execute(sql`update options set value = ${ahead} || ' ' || ${ahead} where key = 'server.api_up'`);
    await reap(db);
    expect(Math.abs((await until()) - period)).toBeLessThan(60);
    await db.execute(sql`update tasks set confirm_until = now() + interval '1 minute'`);
    await reap(db);
    expect(await until()).toBeLessThan(61);
  });

  test("is left to the next round while it is locked", async () => {
    await running();
    await db.execute(sql`update task_attempts set heartbeat_at = now() + interval '1 hour'`);
    await db.transaction(async (tx) => {
      await tx.select().from(taskAttempts).for("update");
      await reap(db);
    });
    expect(await secondsOf(sql`heartbeat_at`, sql`task_attempts`)).toBeGreaterThan(3000);
    await reap(db);
    expect(await secondsOf(sql`heartbeat_at`, sql`task_attempts`)).toBeLessThan(60);
  });
});

describe("an attempt whose tool may be saving its state", () => {
  test("is not given up before its runner's guard has ended the tool", async () => {
    await site.start(await site.template({ app: "terraform", playbook: "" }));
    const ref = await runner.take();
    const other = await running();
    await db.delete(runners);
    const heardAgo = (seconds: number) =>
      db.execute(sql`update task_attempts set heartbeat_at = now() - make_interval(secs => ${seconds})`);
    await heardAgo(35);
    await reap(db);
    expect(await site.look(ref.task_id)).toMatchObject({ status: "running" });
    expect(await site.look(other.task_id)).toMatchObject({ status: "error", reason: "runner_lost" });
    await heardAgo(45);
    await reap(db);
    expect(await site.look(ref.task_id)).toMatchObject({ status: "error", reason: "runner_lost" });
  });
});

describe("a round of the reaper", () => {
  test("settles the others when one attempt fails", async () => {
    const [poisoned, other] = [await running(), await running()];
    await db.delete(runners);
    // A chunk in the marker's place makes storing it fail.
    await db.execute(sql`insert into log_chunks (task_id, first_line, line_count, attempt, time, offsets, text)
      values (${poisoned.task_id}, 0, 1, 1, now(), '{0}', 'in the way')`);
    await reap(db);
    expect(await site.look(poisoned.task_id)).toMatchObject({ status: "running" });
    expect(await site.look(other.task_id)).toMatchObject({ status: "error", reason: "runner_lost" });
  });
});

describe("a hello", () => {
  test("that arrives again, late, doesn't affect its own process", async () => {
    const ref = await running();
    const unbegun = await site.start(await site.template());
    await runner.poll(1, [ref]);
    await runner.hello();
    expect(await site.look(ref.task_id)).toMatchObject({ status: "running" });
    expect(await site.look(unbegun)).toMatchObject({ status: "starting" });
  });
});

describe("another machine with the same token", () => {
  const told = () => db.select().from(events).where(like(events.description, "%which has the same token%"));
  const inUse = /^This token is in use by the runner on one, which called \d s ago\./;
  let other: HandRunner;
  beforeEach(async () => {
    await db.delete(events);
    Object.assign(runner, { dataFolder: "folder of one", hostname: "one" });
    await runner.restart();
    other = Object.assign(HandRunner.of(runner), { dataFolder: "folder of two", hostname: "two" });
  });
  const silentFor = (seconds: number) =>
    db.update(runners).set({ last_seen: sql`now() - make_interval(secs => ${seconds})` });

  test("is refused while the first one lives, whose tasks go on; the feed says so once", async () => {
    const ref = await running();
    for (const refused of [0, 1, 2, 3, 4, 5]) {
      await silentFor(5);
      expect(await refusal(other.restart([], refused))).toMatchObject({
        status: 409,
        error: expect.stringMatching(inUse),
      });
    }
    expect(await site.look(ref.task_id)).toMatchObject({ status: "running" });
    await runner.heartbeat([ref]);
    expect(await told()).toMatchObject([
      { object_id: runner.id, description: expect.stringMatching(/runs on one; another one on two, .* is refused$/) },
    ]);
  });

  test("takes over when the first one is silent, and keeps it away then", async () => {
    const ref = await running();
    await silentFor(36);
    await other.restart();
    expect(await site.look(ref.task_id)).toMatchObject({ status: "error", reason: "runner_restarted" });
    expect(await refusal(runner.restart())).toMatchObject({ status: 409 });
    expect(await told()).toEqual([]);
  });

  test("takes over at once when the first one has shut down, but not while that finishes its tasks", async () => {
    await runner.drain();
    expect(await refusal(other.restart())).toMatchObject({ status: 409 });
    await runner.drain(true);
    await other.restart();
  });

  test("may be the same data folder, or an earlier release that does not name it", async () => {
    const ref = await running();
    await runner.restart([ref]);
    expect(await site.look(ref.task_id)).toMatchObject({ status: "running" });
    other.dataFolder = null;
    await other.restart();
    await runner.restart();
  });

  test("that comes at the same moment is refused", async () => {
    await runner.drain(true);
    const both = await Promise.allSettled([runner.restart(), other.restart()]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("stopping", () => {
  test("by force is not reverted by a plain stop", async () => {
    const ref = await running();
    await stop(ref.task_id, true);
    await stop(ref.task_id);
    expect((await runner.heartbeat([ref])).directives).toEqual([{ ...ref, action: "kill" }]);
  });

  test("reaches a task that was claimed and started while the stop was in progress", async () => {
    const task = await site.start(await site.template());
    let asked: Promise<unknown> = Promise.resolve();
    let ref: AttemptRef | undefined;
    await db.transaction(async (tx) => {
      // Blocks the stop between reading and changing the task.
      await tx.select().from(tasks).where(eq(tasks.id, task)).for("update");
      asked = stop(task);
      await sleep(200);
      await tx.update(tasks).set({ status: "running", attempt: 1, runner_id: runner.id, holds_slot: true });
      const values = { task_id: task, attempt: 1, runner_id: runner.id, instance_id: "i" };
      await tx.insert(taskAttempts).values({ ...values, begun_at: sql`now()`, heartbeat_at: sql`now()` });
      ref = { task_id: task, attempt: 1 };
    });
    await asked;
    expect(await site.look(task)).toMatchObject({ status: "stopping" });
    expect((await runner.heartbeat(ref ? [ref] : [])).directives).toEqual([{ ...ref, action: "stop" }]);
  });
});

describe("a runner with outdated state", () => {
  test("can't end a task that waits for confirmation", async () => {
    const ref = await planned();
    const end = runner.finish(ref, "success", { total_lines: 0, checksum: 0 });
    expect(await refusal(end)).toMatchObject({ status: 409 });
    expect(await site.look(ref.task_id)).toMatchObject({ status: "waiting_confirmation" });
  });

  test("gets no success for an exit code other than 0", async () => {
    const ref = await running();
    expect(await runner.finish(ref, "success", { total_lines: 0, checksum: 0, exit_code: 3 })).toMatchObject({
      status: "error",
    });
  });

  test("gets no success without a begin", async () => {
    await site.start(await site.template());
    const [ref] = (await runner.poll()).tasks;
    if (!ref) throw new Error("no offer");
    const end = runner.finish(ref, "success", { total_lines: 0, checksum: 0 });
    expect(await refusal(end)).toMatchObject({ status: 409 });
  });
});

test("stuck tasks that can't be settled don't block others", async () => {
  const ref = await running();
  const copy = (count: number, message: string, age: string) =>
    db.execute(sql`with more as (
        insert into tasks (project_id, template_id, snapshot, status, attempt, runner_id, message)
        select project_id, template_id, snapshot, 'running', 1, runner_id, ${message} from tasks, generate_series(1, ${count}::int)
        where id = ${ref.task_id} returning id
      ) insert into task_attempts (task_id, attempt, instance_id, heartbeat_at)
      select id, 1, 'i', now() - ${age}::interval from more`);
  await copy(120, "poisoned", "2 hours");
  await copy(120, "lost", "1 hour");
  await db.execute(sql`create function refuse_poisoned() returns trigger language plpgsql as
    $$ begin if new.message = 'poisoned' then raise exception 'poisoned'; end if; return new; end $$`);
  await db.execute(sql`create trigger poisoned before update on tasks for each row execute function refuse_poisoned()`);
  await reap(db);
  await db.execute(sql`drop trigger poisoned on tasks`);
  expect(await db.$count(tasks, sql`message = 'lost' and status = 'error'`)).toBe(120);
  expect(await db.$count(tasks, sql`message = 'poisoned' and status = 'running'`)).toBe(120);
});
