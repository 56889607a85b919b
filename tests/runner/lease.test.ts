import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import type { Directive } from "@/lib/protocol/runner";
import type { ConsoleClient } from "@/runner/client";
import { Unreachable } from "@/runner/client/retry";
import { type Held, Leases, sendHeartbeats } from "@/runner/lease";
import { pollForWork } from "@/runner/poll";

/** An attempt that only records requests. */
class Noted implements Held {
  status: Held["status"] = "working";
  asked: string[] = [];
  end: () => void = () => {};
  readonly settled = new Promise<void>((resolve) => {
    this.end = resolve;
  });
  busy = true;
  readonly ref;

  constructor(id: number) {
    this.ref = { task_id: id, attempt: 1 };
  }

  handle(action: Directive["action"]): boolean {
    const news = !this.asked.includes(action);
    this.asked.push(action);
    return news;
  }
  fence = () => void this.asked.push("fence");
  proceed = () => {
    this.status = "working";
    this.asked.push("proceed");
  };
  quit = () => void this.asked.push("quit");
  kill = () => void this.asked.push("kill");
  lose = () => void this.asked.push("lose");
}

const directive = (task_id: number, action: Directive["action"]): Directive => ({ task_id, attempt: 1, action });
const SETTINGS = {
  active: true,
  draining: false,
  max_parallel_tasks: 0,
  webhook: "",
  lost_after_seconds: 1800,
  cleaning_requested: null,
};
const soon = () => sleep(20);

test("attempts waiting for confirmation use no slots", () => {
  const leases = new Leases(2);
  const [one, two] = [new Noted(1), new Noted(2)];
  leases.add(one);
  leases.add(two);
  expect(leases.free).toBe(0);
  two.status = "waiting";
  expect(leases.free).toBe(1);
  expect(leases.refs).toEqual([one.ref, two.ref]);
  leases.add(new Noted(3));
  leases.add(new Noted(4));
  expect(leases.free).toBe(0);
});

test("a poll says no more room than the console takes, and without a limit none is ever used up", () => {
  expect(new Leases(5_000).free).toBe(1000);
  const leases = new Leases(0);
  leases.add(new Noted(1));
  expect(leases.free).toBe(1000);
});

test("confirmed plans go on one by one as there is room, before new tasks and in the order of their start", () => {
  const leases = new Leases(2);
  const [busy, one, two] = [new Noted(1), new Noted(2), new Noted(3)];
  for (const attempt of [busy, one, two]) leases.add(attempt);
  one.status = "confirmed";
  two.status = "confirmed";
  leases.changed();
  expect([one.asked, two.asked]).toEqual([["proceed"], []]);
  leases.capacity = 3;
  expect(leases.free).toBe(0);
  leases.changed();
  expect(two.asked).toEqual(["proceed"]);
});

test("a runner that stops its tasks leaves confirmed plans to the next process", () => {
  const leases = new Leases(2);
  const one = new Noted(1);
  leases.add(one);
  leases.close();
  one.status = "confirmed";
  leases.changed();
  expect(one.asked).toEqual([]);
});

test("an attempt is held until it is settled, and every change is signalled", async () => {
  const leases = new Leases(2);
  const before = leases.nextChange;
  const one = new Noted(1);
  leases.add(one);
  expect(before.aborted).toBe(true);
  const during = leases.nextChange;
  one.end();
  await leases.idle();
  expect(during.aborted).toBe(true);
  expect(leases.refs).toEqual([]);
});

test("directives reach their attempt; unknown attempts and repetitions have no effect", () => {
  const leases = new Leases(2);
  const one = new Noted(1);
  leases.add(one);
  expect(leases.handle([directive(2, "stop"), { ...directive(1, "stop"), attempt: 2 }])).toBe(false);
  expect(leases.handle([directive(1, "stop")])).toBe(true);
  expect(leases.handle([directive(1, "stop")])).toBe(false);
  expect(one.asked).toEqual(["stop", "stop"]);
});

test.each([
  [1800, 29 * 60],
  [120, 60],
  [20, 10],
])(
  "a console that declares tasks lost after %i seconds: running work is fenced after %i, and not before",
  async (lostAfter, fence) => {
    const leases = new Leases(2);
    const [one, waiting] = [new Noted(1), new Noted(2)];
    waiting.busy = false;
    leases.add(one);
    leases.add(waiting);
    let now = 0;
    const over = new AbortController();
    const heartbeat = vi.fn<ConsoleClient["heartbeat"]>().mockRejectedValue(new Unreachable("away"));
    const running = sendHeartbeats({
      client: { heartbeat },
      leases,
      instanceId: "i",
      signal: over.signal,
      onSettings: () => {},
      onRefused: () => {},
      lostAfter: () => lostAfter,
      clock: async () => now,
      everySeconds: 0.001,
    });
    now = fence - 1;
    await soon();
    expect(one.asked).toEqual([]);
    heartbeat.mockResolvedValueOnce({ ok: true, value: { directives: [directive(1, "stop")], settings: SETTINGS } });
    await soon();
    expect(one.asked).toEqual(["stop"]);
    now += fence - 1;
    await soon();
    expect(one.asked).toEqual(["stop"]);
    now += 1;
    await soon();
    expect(one.asked).toContain("fence");
    waiting.busy = true;
    await soon();
    expect(waiting.asked, "the console has just let it begin").toEqual([]);
    now += fence;
    await soon();
    expect(waiting.asked).toContain("fence");
    over.abort();
    await running;
  },
);

test("there is one poll at a time: it is aborted by less room, and by room where it said none, but not by more", async () => {
  const leases = new Leases(2);
  const over = new AbortController();
  const asked: unknown[] = [];
  let open = 0;
  const poll: ConsoleClient["poll"] = (body, signal) =>
    new Promise((_, reject) => {
      asked.push({ free: body.free, attempts: body.attempts.length });
      expect(++open).toBe(1);
      signal?.addEventListener("abort", () => {
        open--;
        reject(new DOMException("cut", "AbortError"));
      });
    });
  const running = pollForWork({
    client: { poll },
    leases,
    checks: { free: 0, start: () => {} },
    probes: { free: 0, start: () => {} },
    instanceId: "i",
    signal: over.signal,
    draining: () => false,
    start: () => {},
    onSettings: () => {},
    onRefused: () => {},
  });
  await soon();
  const [one, two] = [new Noted(1), new Noted(2)];
  leases.add(one);
  await soon();
  leases.add(two);
  await soon();
  one.status = "waiting";
  leases.changed();
  await soon();
  two.end();
  await soon();
  one.end();
  await soon();
  over.abort();
  await running;
  expect(asked).toEqual([
    { free: 2, attempts: 0 },
    { free: 1, attempts: 1 },
    { free: 0, attempts: 2 },
    { free: 1, attempts: 2 },
  ]);
});

test("a server that repeats itself is not polled in a tight loop", async () => {
  const leases = new Leases(2);
  leases.add(new Noted(1));
  const over = new AbortController();
  const poll = vi.fn<ConsoleClient["poll"]>().mockImplementation(async () => ({
    ok: true,
    value: {
      tasks: [{ task_id: 1, attempt: 1 }],
      directives: [directive(1, "stop")],
      checks: [],
      probes: [],
      settings: SETTINGS,
    },
  }));
  const running = pollForWork({
    client: { poll },
    leases,
    checks: { free: 0, start: () => {} },
    probes: { free: 0, start: () => {} },
    instanceId: "i",
    signal: over.signal,
    draining: () => false,
    start: () => {},
    onSettings: () => {},
    onRefused: () => {},
  });
  await sleep(600);
  over.abort();
  await running;
  expect(poll.mock.calls.length).toBeLessThanOrEqual(5);
});
