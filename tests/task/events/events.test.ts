import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { POST } from "@/app/api/internal/runners/tasks/[taskId]/events/route";
import { MAX_CELLS, MAX_HOSTS, type TaskEvent } from "@/lib/protocol/events";
import { LOG_TYPE } from "@/lib/protocol/log-body";
import type { AttemptRef } from "@/lib/protocol/runner";
import { getMatrix, listResults } from "@/lib/task/events/operations";
import { eventTails } from "@/lib/task/log/log-tails";
import { createTask, deleteTask } from "@/lib/task/operations";
import { checksumOf } from "../../support/checksum";
import { askedFor, countSent, freshDatabase } from "../../support/database";
import { eventsBody, host, linesOf, result, step } from "../../support/events";
import { HandRunner } from "../../support/hand-runner";
import { taskSite } from "../../support/task-site";

const db = await freshDatabase();
const site = await taskSite(db);
const runner = await HandRunner.start(db, { capabilities: ["events"] });
let ref: AttemptRef;

beforeEach(async () => {
  const template_id = await site.template();
  await site.w.call(createTask, "owner", { projectId: site.w.projectId }, { template_id });
  ref = await runner.take();
});

async function send(
  first: number,
  events: TaskEvent[],
  attempt = ref.attempt,
): Promise<{ status: number; next: unknown }> {
  const headers = { "x-runner-token": runner.token, "content-type": LOG_TYPE };
  const body = new Uint8Array(eventsBody(attempt, first, events));
  const request = new Request("http://console/", { method: "POST", headers, body });
  const response = await POST(request, { params: Promise.resolve({ taskId: String(ref.task_id) }) });
  const text = await response.text();
  return { status: response.status, next: text === "" ? null : JSON.parse(text).next_line };
}

const path = () => ({ projectId: site.w.projectId, taskId: ref.task_id });
const matrix = (query: object = {}) => site.w.call(getMatrix, "owner", path(), query);
const results = (query: object = {}) => site.w.call(listResults, "owner", path(), query);
const states = async () => (await matrix()).steps.map((each) => each.states);

const FIRST = [step(0), host(0), result(0, 0), host(1), result(0, 1, "failed", { message: "no", diff: "+a", line: 7 })];
const SECOND = [result(0, 0, "changed"), step(1), result(1, 1, "skipped"), host(2), result(1, 2)];

describe("events", () => {
  test("become a matrix of hosts and steps, and results with their details", async () => {
    expect(await send(0, FIRST)).toEqual({ status: 200, next: 5 });
    expect(await send(5, SECOND)).toEqual({ status: 200, next: 10 });
    expect((await site.look(ref.task_id)).results).toEqual(["events"]);
    const { events, hosts, steps } = await matrix();
    expect(events).toBe(10);
    expect(hosts).toEqual([
      { number: 0, name: "host-0", millis: 200 },
      { number: 1, name: "host-1", millis: 200 },
      { number: 2, name: "host-2", millis: 100 },
    ]);
    expect(steps.map((each) => each.states)).toEqual(["cf", " so"]);
    expect(steps[0]).toMatchObject({ name: "step 0", play: "Play", file: "site.yml", file_line: 1, millis: 300 });
    expect(steps[0]?.started).toBe("2023-11-14T22:13:19.900Z");
    expect(steps[0]?.ended).toBe("2023-11-14T22:13:20.000Z");
    expect((await results({ state: "failed" })).results).toEqual([
      {
        event: 4,
        step: 0,
        host: "host-1",
        state: "failed",
        time: "2023-11-14T22:13:20.000Z",
        ms: 100,
        line: 7,
        message: "no",
        diff: "+a",
      },
    ]);
  });

  test("are stored once, however often and however cut they are sent", async () => {
    await send(0, FIRST);
    expect(await send(0, FIRST)).toEqual({ status: 200, next: 5 });
    expect(await send(3, [...FIRST.slice(3), ...SECOND])).toEqual({ status: 200, next: 5 });
    // As another web process, which knows nothing of the end.
    eventTails.remember(ref, { lines: 0, crc: 0 });
    expect(await send(5, SECOND)).toEqual({ status: 200, next: 10 });
    expect(await states()).toEqual(["cf", " so"]);
    expect((await results()).results.map(({ event }) => event)).toEqual([2, 4, 5, 7, 9]);
  });

  test("that are longer than one may be are refused", async () => {
    const long = (length: number) => [...FIRST.slice(0, 2), result(0, 0, "ok", { message: "x".repeat(length) })];
    expect(await send(0, long(30_000))).toMatchObject({ status: 400 });
    expect(await send(0, long(29_000))).toMatchObject({ status: 200, next: 3 });
  });

  test("that leave a gap, come of another attempt or are none are refused and change nothing", async () => {
    expect(await send(3, SECOND)).toEqual({ status: 409, next: 0 });
    expect(await send(0, FIRST, ref.attempt + 1)).toMatchObject({ status: 409 });
    expect(await send(0, [{ ...result(0, 0), state: "fine" } as never])).toMatchObject({ status: 400 });
    expect(await send(0, [result(200_000, 0)])).toMatchObject({ status: 400 });
    expect(await matrix()).toEqual({ events: 0, hosts: [], steps: [] });
  });

  test("change the cells of their hosts only, wherever these are", async () => {
    await send(0, [step(0), result(0, 5), result(0, 2, "failed"), result(0, 3, "changed")]);
    await send(4, [result(0, 9), result(0, 3, "skipped"), result(0, 0, "ignored")]);
    await send(7, [step(1), result(0, 1), result(0, 4)]);
    expect(await states()).toEqual(["iofsoo   o", ""]);
  });

  test("of more cells than a task may have are refused, and change nothing", async () => {
    const rows = MAX_CELLS / MAX_HOSTS;
    const wide = (number: number) => [step(number), result(number, MAX_HOSTS - 1)];
    const most = Array.from({ length: rows - 1 }, (_, number) => wide(number)).flat();
    const began = performance.now();
    expect(await send(0, most)).toEqual({ status: 200, next: most.length });
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await send(most.length, [...wide(rows - 1), step(rows), result(rows, 0)])).toMatchObject({ status: 400 });
    expect(await send(most.length, [result(0, 7, "failed"), ...wide(rows - 1)])).toMatchObject({ status: 200 });
    expect(await send(most.length + 3, [step(rows), result(rows, 0)])).toMatchObject({ status: 400 });
    const { events, steps } = await matrix();
    expect(events).toBe(most.length + 3);
    expect(steps.map((each) => each.states.length)).toEqual(Array(rows).fill(MAX_HOSTS));
    expect(steps[0]?.states.trim()).toMatch(/^f {99991}o$/);
  });

  test("let a task end only when all of them are stored", async () => {
    const all = [...FIRST, ...SECOND];
    await send(0, FIRST);
    const events = { total: 10, checksum: checksumOf(linesOf(all)) };
    expect(await runner.finish(ref, "success", { events })).toMatchObject({ finished: false, next_event: 5 });
    await send(5, SECOND);
    expect(await runner.finish(ref, "success", { events })).toMatchObject({ finished: true, status: "success" });
    expect(await send(10, [result(0, 0)])).toMatchObject({ status: 409 });
  });

  test("that differ from the runner's are sent again from the first", async () => {
    await send(0, FIRST);
    const other = [step(0, "another"), host(0), result(0, 0)];
    const events = { total: 5, checksum: 1 };
    expect(await runner.finish(ref, "success", { events })).toMatchObject({ finished: false, next_event: 0 });
    expect(await matrix()).toMatchObject({ events: 0, steps: [] });
    expect(await send(0, other)).toEqual({ status: 200, next: 3 });
    const whole = { total: 3, checksum: checksumOf(linesOf(other)) };
    expect(await runner.finish(ref, "success", { events: whole })).toMatchObject({ finished: true });
  });

  test("go with their task", async () => {
    await send(0, FIRST);
    await runner.finish(ref, "success");
    await site.w.call(deleteTask, "admin", path());
    const [left] = await db.execute(sql`
      select (select count(*) from task_event_chunks where task_id = ${ref.task_id})
        + (select count(*) from task_steps where task_id = ${ref.task_id})
        + (select count(*) from task_hosts where task_id = ${ref.task_id}) as rows`);
    expect(Number(left?.rows)).toBe(0);
  });

  test("cost one statement a call", async () => {
    await send(0, FIRST);
    const { texts, transactions } = await countSent(db, () => runner.events(ref, eventsBody(ref.attempt, 5, SECOND)));
    expect(askedFor(texts)).toHaveLength(1);
    expect(transactions).toBe(0);
  });
});

describe("reading", () => {
  test("the matrix again gives only the steps that changed", async () => {
    await send(0, FIRST);
    expect((await matrix({ known: 5 })).steps).toEqual([]);
    await send(5, SECOND.slice(1));
    expect((await matrix({ known: 5 })).steps.map(({ number }) => number)).toEqual([1]);
    expect((await matrix({ from: 1 })).steps.map(({ number }) => number)).toEqual([1]);
    expect((await matrix({ limit: 1 })).steps.map(({ number }) => number)).toEqual([0]);
  });

  test("results goes by host, step and state, page by page", async () => {
    const many = Array.from({ length: 3_000 }, (_, n) => result(0, n % 2, n % 1_000 === 999 ? "failed" : "ok"));
    const all = [step(0), host(0), host(1), ...many];
    for (let first = 0; first < all.length; first += 500) await send(first, all.slice(first, first + 500));
    expect((await results({ state: "failed,unreachable" })).results.map(({ event }) => event)).toEqual([
      1002, 2002, 3002,
    ]);
    expect((await results({ host: "host-1", limit: 2 })).results.map(({ event }) => event)).toEqual([4, 6]);
    expect(await results({ host: "nowhere" })).toEqual({ results: [], next: null });
    expect((await results({ step: 1 })).results).toEqual([]);
    const seen: number[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const page = await results({ from, limit: 450 });
      seen.push(...page.results.map(({ event }) => event));
      from = page.next;
    }
    expect(seen).toEqual(many.map((_, n) => n + 3));
  });

  test("is for members", async () => {
    await expect(site.w.call(getMatrix, "stranger", path(), {})).rejects.toMatchObject({ code: "not_found" });
  });
});
