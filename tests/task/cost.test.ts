import { expect, test } from "vitest";
import { createTask } from "@/lib/task/operations";
import { heardDuring } from "../support/announcements";
import { askedFor, countSent, freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { messagesOf } from "../support/messages";
import { taskSite } from "../support/task-site";

const db = await freshDatabase();
const site = await taskSite(db);
const runner = await HandRunner.start(db);
const stages = [{ name: "prepare", first_line: 0, start: "2026-01-01T00:00:00Z", end: null }];

/** As a runner does it that has `free` slots: short tasks send what they found out with the end. */
async function runShortTask(templateId: number, free = 1): Promise<void> {
  await site.w.call(createTask, "owner", { projectId: site.w.projectId }, { template_id: templateId });
  const {
    tasks: [ref],
  } = await runner.poll(free);
  if (!ref) throw new Error("nothing to take");
  await runner.begin(ref, "run", { stages });
  await runner.log(ref, ["Preparing"], 0);
  await runner.poll(0, [ref], AbortSignal.timeout(20));
  await runner.finishWith(ref, ["hello", "bye"], { stages, commit_hash: "a".repeat(40) });
  await runner.poll(1, [], AbortSignal.timeout(20));
}

/** Includes the announcements, which may share a statement. */
test("a short task costs at most 30 statements and 4 transactions", async () => {
  const templateId = await site.template();
  await runShortTask(templateId);
  const { statements, transactions } = await countSent(db, () => runShortTask(templateId));
  expect(statements).toBeGreaterThan(20);
  expect(statements).toBeLessThanOrEqual(30);
  expect(transactions).toBe(4);
});

/** Statements that need no other's reply share one. */
test("a short task takes at most 24 messages to Postgres", async () => {
  const templateId = await site.template();
  await runShortTask(templateId);
  const messages = await messagesOf(() => runShortTask(templateId));
  expect(messages).toBeGreaterThan(15);
  expect(messages).toBeLessThanOrEqual(24);
});

/** Each wakes every web process, which reads the task again for its browsers. */
test("a short task is announced by at most 10 notices, which contain nothing but ids", async () => {
  const templateId = await site.template();
  const heard = await heardDuring(() => runShortTask(templateId));
  expect(new Set(heard.map(({ type }) => type))).toEqual(new Set(["log", "task", "work"]));
  expect(heard.length).toBeLessThanOrEqual(10);
  expect(JSON.stringify(heard).length).toBeLessThan(500);
});

test("starting a task takes one transaction of at most 9 statements", async () => {
  const templateId = await site.template();
  await site.start(templateId);
  const { statements, transactions } = await countSent(db, () => site.start(templateId));
  expect(statements).toBeGreaterThan(4);
  expect(statements).toBeLessThanOrEqual(9);
  expect(transactions).toBe(1);
  await runner.finish(await runner.take());
  await runner.finish(await runner.take());
});

/** As often as a runner calls while nothing happens. */
test("a poll without work takes one statement, and with a task in progress no transaction either", async () => {
  const templateId = await site.template();
  await site.start(templateId);
  const ref = await runner.take();
  const soon = () => AbortSignal.timeout(20);
  expect(await countSent(db, () => runner.poll(1, [ref], soon()))).toMatchObject({ transactions: 0 });
  const renewed = await countSent(db, () => runner.heartbeat([ref]));
  expect(renewed.transactions).toBe(0);
  expect(renewed.statements).toBeLessThanOrEqual(3);
  await runner.finish(ref);
  // The end is announced to this process too, which then looks for work.
  await runner.poll(1, [], AbortSignal.timeout(200));
  for (const free of [0, 1, 4]) {
    const { texts, transactions } = await countSent(db, () => runner.poll(free, [], soon()));
    expect(transactions).toBe(0);
    expect(askedFor(texts)).toHaveLength(1);
  }
});

test("a runner with more room asks the queue no more than one without, if nothing else can start", async () => {
  const templateId = await site.template();
  await runShortTask(templateId, 4);
  const looks = async (free: number) => {
    const { texts } = await countSent(db, () => runShortTask(templateId, free));
    return texts.filter((text) => text.includes("with recursive heads")).length;
  };
  const withRoomForOne = await looks(1);
  expect(withRoomForOne).toBeGreaterThan(0);
  expect(await looks(4)).toBe(withRoomForOne);
});

/** Each claim changes what the limits leave, so the queue is looked at for each. */
test("a runner with room for sixteen tasks of a project claims them in one transaction", async () => {
  const free = 16;
  const templateId = await site.template({ allow_parallel_tasks: true });
  for (let n = 0; n < free; n++) await site.start(templateId);
  const claimed: unknown[] = [];
  const { statements, transactions } = await countSent(db, async () => {
    claimed.push(...(await runner.poll(free)).tasks);
  });
  expect(claimed).toHaveLength(free);
  expect(transactions).toBe(1);
  expect(statements).toBeLessThanOrEqual(5 + 2 * free);
});

test("a call with eight pieces of a log stores them with one statement, and announces them at most once", async () => {
  const templateId = await site.template();
  await site.start(templateId);
  const ref = await runner.take();
  const pieces = Array.from({ length: 8 }, (_, n) => [`line ${n}`, "and another"]);
  const { statements, transactions } = await countSent(db, () => runner.logAll(ref, pieces));
  expect(transactions).toBe(0);
  expect(statements).toBeGreaterThan(0);
  expect(statements).toBeLessThanOrEqual(2);
  await runner.finish(ref);
});
