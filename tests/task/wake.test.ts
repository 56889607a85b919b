import { setTimeout as pause } from "node:timers/promises";
import { asc, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { wake } from "@/lib/task/queue/waiting-polls";
import { freshDatabase, statementsOf } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type TaskSite, taskSite } from "../support/task-site";

const POLLS = 20;
/** Far below the five seconds after which every poll looks again by itself. */
const BOUND_MS = 1500;

const db = await freshDatabase();
const eqTask = eq(taskAttempts.task_id, tasks.id);
let site: TaskSite;
let template: number;
let elsewhere: number;

beforeAll(async () => {
  site = await taskSite(db);
  template = await site.template({ allow_parallel_tasks: true });
  elsewhere = await site.template({ allow_parallel_tasks: true, runner_tag: "elsewhere" });
});
let opened: Pending[] = [];
afterEach(async () => {
  for (const { abort } of opened) abort();
  await Promise.all(opened.map(({ offer }) => offer));
  opened = [];
});
beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  await db.update(projects).set({ max_parallel_tasks: 0 });
});

type Pending = { runner: HandRunner; offer: Promise<number[]>; abort: () => void };

function poll(runner: HandRunner, free = 1): Pending {
  const end = new AbortController();
  const offer = runner.poll(free, [], end.signal).then(({ tasks: refs }) => refs.map(({ task_id }) => task_id));
  const pending = { runner, offer, abort: () => end.abort() };
  opened.push(pending);
  return pending;
}

/** Runners whose polls have looked and wait. */
async function waitingPolls(count: number, options = {}): Promise<Pending[]> {
  const polls = (await Promise.all(Array.from({ length: count }, () => HandRunner.start(db, options)))).map((runner) =>
    poll(runner),
  );
  await pause(300);
  return polls;
}

const endAll = (polls: readonly Pending[]) => {
  for (const { abort } of polls) abort();
  return Promise.all(polls.map(({ offer }) => offer));
};

/** How often the queue was looked at. */
const looksDuring = async (run: () => Promise<unknown>): Promise<number> =>
  (await statementsOf(db, run)).filter((text) => text.includes("as probes")).length;

async function untilClaimed(count: number): Promise<void> {
  for (const began = performance.now(); (await db.$count(taskAttempts)) < count; await pause(10))
    if (performance.now() - began > BOUND_MS) throw new Error("a task still waits");
}

describe("a task", () => {
  test(`wakes one of ${POLLS} polls, or few when several come at once`, async () => {
    const polls = await waitingPolls(POLLS);
    const looks = await looksDuring(async () => {
      await site.start(template);
      await untilClaimed(1);
      await Promise.all(Array.from({ length: 9 }, () => site.start(template)));
      await untilClaimed(10);
    });
    // One for each task, and one more because the poll that took it had no room for a second.
    expect(looks).toBeLessThanOrEqual(3 * 10);
    const claimed = (await endAll(polls)).flat();
    expect(new Set(claimed).size).toBe(10);
    expect(claimed).toHaveLength(10);
  });

  test("reaches the only poll that can take it, past all others", async () => {
    const others = await waitingPolls(POLLS, { tags: ["gpu"], tagged_only: true });
    const [able] = await waitingPolls(1);
    const began = performance.now();
    const id = await site.start(template);
    expect(await able?.offer).toEqual([id]);
    expect(performance.now() - began).toBeLessThan(BOUND_MS);
    expect((await endAll(others)).flat()).toEqual([]);
  });

  test("that no runner can take is looked at once by each poll, not with every later task", async () => {
    const polls = await waitingPolls(POLLS);
    await site.start(elsewhere);
    await pause(1_500);
    const looks = await looksDuring(async () => {
      for (let n = 1; n <= 5; n++) {
        await site.start(template);
        await untilClaimed(n);
      }
      await pause(200);
    });
    expect(looks).toBeLessThanOrEqual(3 * 5);
    await endAll(polls);
  });

  test("goes to an idle runner before a busy one", async () => {
    const busy = await HandRunner.start(db);
    const first = await site.start(template);
    await busy.take();
    const end = new AbortController();
    const again = busy.poll(5, [{ task_id: first, attempt: 1 }], end.signal);
    await pause(200);
    const [idle] = await waitingPolls(1);
    const second = await site.start(template);
    expect(await idle?.offer).toEqual([second]);
    end.abort();
    await again;
  });

  test("goes at once to a runner whose only task has ended, though it still polls as if it held it", async () => {
    const runner = await HandRunner.start(db);
    const first = await site.start(template);
    const ref = await runner.take();
    const again = runner.poll(5, [ref], AbortSignal.timeout(3000));
    await pause(100);
    expect(signalboxOffer?.()).toBe(false);
    wake({ runner_id: null, ended: first });
    await pause(100);
    expect(signalboxOffer?.()).toBe(true);
    const second = await site.start(template);
    expect((await again).tasks.map(({ task_id }) => task_id)).toEqual([second]);
  });

  test("is not lost with the poll that was woken for it", async () => {
    const [first, second] = await waitingPolls(2);
    wake({ runner_id: null });
    first?.abort();
    const id = await site.start(template);
    expect([await first?.offer, await second?.offer].flat()).toEqual([id]);
  });
});

describe("a slot", () => {
  test("that a task gives back lets the next one start, on whichever runner has room", async () => {
    await db.update(projects).set({ max_parallel_tasks: 1 });
    const runner = await HandRunner.start(db);
    await site.start(template);
    const ref = await runner.take();
    const next = await site.start(template);
    const polls = await waitingPolls(3);
    await runner.finish(ref);
    const winner = await Promise.race(polls.map(({ offer }) => offer));
    expect(winner).toEqual([next]);
    await endAll(polls);
  });
});

test("many tasks on many polls: each is claimed once, in bounded time and looks, whoever polls when", async () => {
  const [count, workers] = [60, 12];
  const all = await Promise.all(Array.from({ length: workers }, () => HandRunner.start(db)));
  const stop = new AbortController();
  const work = async (runner: HandRunner) => {
    while (!stop.signal.aborted) {
      const [ref] = (await runner.poll(1, [], stop.signal)).tasks;
      if (!ref) continue;
      await runner.begin(ref);
      await pause(Math.random() * 30);
      await runner.finish(ref, "success", { total_lines: 0, checksum: 0 });
    }
  };
  const running = all.map(work);
  await pause(300);
  const looks = await looksDuring(async () => {
    for (let n = 0; n < count; n++) {
      await site.start(template);
      await pause(Math.random() * 20);
    }
    for (const began = performance.now(); performance.now() - began < 20_000; await pause(20))
      if ((await db.$count(taskAttempts)) === count) break;
  });
  stop.abort();
  await Promise.all(running);
  const claimed = await db
    .select({ id: tasks.id, created: tasks.created, attempt: tasks.attempt, at: taskAttempts.claimed_at })
    .from(tasks)
    .innerJoin(taskAttempts, eqTask)
    .orderBy(asc(tasks.id));
  expect(claimed.map(({ attempt }) => attempt)).toEqual(Array.from({ length: count }, () => 1));
  const waits = claimed.map(({ created, at }) => Date.parse(at) - Date.parse(created));
  expect(Math.max(...waits)).toBeLessThan(3_000);
  // One when it comes, one when it ends, one of the poll that follows, and some passed on: not twelve.
  expect(looks / count).toBeLessThan(5);
});
