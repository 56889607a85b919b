import { describe, expect, test, vi } from "vitest";
import { LogStore, PAGE_LINES } from "@/components/log/log-store";
import type { LogChunk, LogLine } from "@/lib/protocol/log";

const TIME = "2026-11-20T06:00:00.000Z";

const line = (number: number): LogLine => ({ line: number, time: TIME, output: `line ${number}` });

const chunk = (first: number, count: number): LogChunk => ({
  first_line: first,
  time: TIME,
  offsets: Array.from({ length: count }, () => 0),
  text: Array.from({ length: count }, (_, index) => `line ${first + index}`).join("\n"),
});

/** A server with the lines of a log; `calls` records the requested windows. */
function server(total: number) {
  const state = { total, fails: 0, calls: [] as [number, number][] };
  async function fetchWindow(from: number, limit: number): Promise<LogLine[]> {
    state.calls.push([from, limit]);
    if (state.fails > 0) {
      state.fails -= 1;
      throw new Error("away");
    }
    const count = Math.max(0, Math.min(limit, state.total - from));
    return Array.from({ length: count }, (_, index) => line(from + index));
  }
  return { state, fetchWindow };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

const outputs = (store: LogStore, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => store.line(first + index)?.output ?? null);

describe("windows", () => {
  test("only the visible pages of a log with a million lines are requested", async () => {
    const { state, fetchWindow } = server(1_000_000);
    const store = new LogStore({ total: 1_000_000, fetchWindow });
    store.want(499_990, 500_020);
    await settle();
    expect(state.calls).toEqual([
      [499_500, PAGE_LINES],
      [500_000, PAGE_LINES],
    ]);
    expect(outputs(store, 499_999, 500_000)).toEqual(["line 499999", "line 500000"]);
    expect(store.line(0)).toBeUndefined();
  });

  test("a loaded page is not requested again", async () => {
    const { state, fetchWindow } = server(400);
    const store = new LogStore({ total: 400, fetchWindow });
    store.want(0, 100);
    await settle();
    store.want(0, 399);
    await settle();
    expect(state.calls).toHaveLength(1);
  });

  test("at most two windows are requested at once, and pages scrolled away before their turn are not requested", async () => {
    const { state, fetchWindow } = server(100_000);
    const store = new LogStore({ total: 100_000, fetchWindow });
    store.want(0, 5 * PAGE_LINES);
    expect(state.calls).toHaveLength(2);
    store.want(50_000, 50_010);
    await settle();
    expect(state.calls.map(([from]) => from)).toEqual([0, 500, 50_000]);
  });

  test("the pages that were visible longest ago are dropped, never visible ones", async () => {
    const { fetchWindow } = server(10_000);
    const store = new LogStore({ total: 10_000, fetchWindow, maxPages: 3 });
    for (const first of [0, 500, 1000, 1500]) {
      store.want(first, first + 10);
      await settle();
    }
    expect(store.line(0)).toBeUndefined();
    expect(store.line(500)?.output).toBe("line 500");
    store.want(500, 510);
    for (let first = 2000; first < 8000; first += 500) store.applyChunk(chunk(first, 500));
    expect(store.line(500)?.output).toBe("line 500");
  });
});

describe("live lines", () => {
  test("are appended without a request", async () => {
    const { state, fetchWindow } = server(3);
    const store = new LogStore({ total: 3, fetchWindow });
    store.want(0, 50);
    await settle();
    store.applyChunk(chunk(3, 2));
    expect(outputs(store, 0, 4)).toEqual(["line 0", "line 1", "line 2", "line 3", "line 4"]);
    expect(store.total).toBe(5);
    expect(state.calls).toHaveLength(1);
  });

  test("that repeat loaded lines are not duplicated", async () => {
    const { fetchWindow } = server(4);
    const store = new LogStore({ total: 4, fetchWindow });
    store.want(0, 10);
    await settle();
    store.applyChunk(chunk(2, 4));
    store.applyChunk(chunk(2, 4));
    expect(outputs(store, 0, 6)).toEqual(["line 0", "line 1", "line 2", "line 3", "line 4", "line 5", null]);
    expect(store.total).toBe(6);
  });

  test("after a gap only raise the total; the gap is requested", async () => {
    const { state, fetchWindow } = server(10);
    const store = new LogStore({ total: 10, fetchWindow });
    store.want(0, 50);
    await settle();
    state.total = 20;
    store.applyChunk(chunk(15, 5));
    expect(store.line(15)).toBeUndefined();
    expect(store.total).toBe(20);
    await settle();
    expect(outputs(store, 0, 19)).toEqual(Array.from({ length: 20 }, (_, index) => `line ${index}`));
    expect(state.calls.at(-1)).toEqual([10, PAGE_LINES - 10]);
  });

  test("of a log that was never shown start at the first line", () => {
    const { state, fetchWindow } = server(0);
    const store = new LogStore({ total: 0, fetchWindow });
    store.applyChunk(chunk(0, 2));
    expect(outputs(store, 0, 1)).toEqual(["line 0", "line 1"]);
    expect(state.calls).toEqual([]);
  });

  test("across a page boundary fill both pages", () => {
    const { fetchWindow } = server(0);
    const store = new LogStore({ total: 0, fetchWindow });
    store.applyChunk(chunk(0, PAGE_LINES - 1));
    store.applyChunk(chunk(PAGE_LINES - 1, 3));
    expect(outputs(store, PAGE_LINES - 2, PAGE_LINES + 1)).toEqual(["line 498", "line 499", "line 500", "line 501"]);
  });

  test("that arrive while their window is being requested are not duplicated", async () => {
    const { state, fetchWindow } = server(4);
    const store = new LogStore({ total: 4, fetchWindow });
    store.want(0, 10);
    state.total = 6;
    store.applyChunk(chunk(0, 6));
    await settle();
    expect(outputs(store, 0, 6)).toEqual(["line 0", "line 1", "line 2", "line 3", "line 4", "line 5", null]);
  });
});

describe("a lost connection", () => {
  test("leaves no gap: the new total after the reconnect requests the missing lines", async () => {
    const { state, fetchWindow } = server(700);
    const store = new LogStore({ total: 700, fetchWindow });
    store.want(600, 699);
    await settle();
    state.total = 1300;
    store.setTotal(1300);
    store.want(600, 1299);
    await settle();
    expect(outputs(store, 600, 1299)).toEqual(Array.from({ length: 700 }, (_, index) => `line ${600 + index}`));
  });

  test("never removes lines: a smaller total is ignored", () => {
    const { fetchWindow } = server(10);
    const store = new LogStore({ total: 10, fetchWindow });
    store.setTotal(4);
    expect(store.total).toBe(10);
  });

  test("is retried with growing pauses, and reported meanwhile", async () => {
    vi.useFakeTimers();
    try {
      const { state, fetchWindow } = server(10);
      state.fails = 2;
      const store = new LogStore({ total: 10, fetchWindow });
      store.want(0, 9);
      await vi.advanceTimersByTimeAsync(0);
      expect(store.failing).toBe(true);
      await vi.advanceTimersByTimeAsync(500);
      expect(state.calls).toHaveLength(2);
      await vi.advanceTimersByTimeAsync(999);
      expect(state.calls).toHaveLength(2);
      await vi.advanceTimersByTimeAsync(1);
      expect(store.failing).toBe(false);
      expect(store.line(9)?.output).toBe("line 9");
    } finally {
      vi.useRealTimers();
    }
  });

  test("is no longer reported once nothing is missing, as after scrolling back", async () => {
    vi.useFakeTimers();
    try {
      const { state, fetchWindow } = server(1500);
      const store = new LogStore({ total: 1500, fetchWindow });
      store.want(0, 30);
      await vi.advanceTimersByTimeAsync(0);
      state.fails = 1;
      store.want(1000, 1030);
      await vi.advanceTimersByTimeAsync(0);
      expect(store.failing).toBe(true);
      store.want(0, 30);
      const before = store.version;
      await vi.advanceTimersByTimeAsync(500);
      expect(store.failing).toBe(false);
      expect(store.version).toBeGreaterThan(before);
      expect(state.calls).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test("nor after dispose, when a kept log is shown again", async () => {
    const { state, fetchWindow } = server(1500);
    const store = new LogStore({ total: 1500, fetchWindow });
    store.want(0, 30);
    await settle();
    state.fails = 1;
    store.want(1000, 1030);
    await settle();
    expect(store.failing).toBe(true);
    store.dispose();
    store.want(0, 30);
    await settle();
    expect(store.failing).toBe(false);
  });

  test("an empty response doesn't cause a request loop", async () => {
    const { state, fetchWindow } = server(0);
    const store = new LogStore({ total: 10, fetchWindow });
    store.want(0, 9);
    await settle();
    expect(state.calls).toHaveLength(1);
    store.dispose();
  });

  test("nothing is retried after dispose", async () => {
    vi.useFakeTimers();
    try {
      const { state, fetchWindow } = server(10);
      state.fails = 5;
      const store = new LogStore({ total: 10, fetchWindow });
      store.want(0, 9);
      await vi.advanceTimersByTimeAsync(0);
      store.dispose();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(state.calls).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

test("many changes notify a listener once, and only until it unsubscribes", async () => {
  const { fetchWindow } = server(0);
  const store = new LogStore({ total: 0, fetchWindow });
  const heard = vi.fn();
  const stop = store.subscribe(heard);
  const before = store.version;
  for (let first = 0; first < 50; first++) store.applyChunk(chunk(first, 1));
  await settle();
  expect(heard).toHaveBeenCalledTimes(1);
  expect(store.version).toBeGreaterThan(before);
  stop();
  store.applyChunk(chunk(50, 1));
  await settle();
  expect(heard).toHaveBeenCalledTimes(1);
});
