import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { notify } from "@/db/notify";
import { countSent, freshDatabase } from "../support/database";

const db = await freshDatabase();
const change = (task_id: number) => notify(db, [{ type: "task", project_id: 1, task_id }]);
const work = () => notify(db, [{ type: "work", runner_id: null }]);

test("changes of tasks that follow each other closely leave together", async () => {
  const began = performance.now();
  const { statements } = await countSent(db, async () => {
    const sent: Promise<void>[] = [];
    for (let id = 1; id <= 20; id++) {
      sent.push(change(id));
      await pause(1);
    }
    await Promise.all(sent);
  });
  // The first leaves at once, and after each pause of 20 ms those of the pause.
  expect(statements).toBeLessThanOrEqual(2 + (performance.now() - began) / 20);
  expect(statements).toBeLessThan(20);
});

/** A pause delays every one of them; a busy machine only some. */
async function quickestOf(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 7; n++) {
    await pause(30);
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  return Math.min(...times);
}

test("the first change after a while leaves at once", async () => {
  expect(await quickestOf(() => change(1))).toBeLessThan(15);
});

test("work leaves at once, with what waits", async () => {
  await pause(30);
  await change(1);
  const { statements } = await countSent(db, () => Promise.all([change(2), work()]));
  expect(statements).toBe(1);
  const both = () => change(3).then(() => Promise.all([change(4), work()]));
  expect(await quickestOf(both)).toBeLessThan(15);
});

test("work that is announced while a statement is on its way does not wait either", async () => {
  expect(await quickestOf(() => Promise.all([change(5), change(6), work()]))).toBeLessThan(15);
});
