import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type RunningService, supervise } from "@/cli/start/service";
import { until } from "../support/until";

const UNIT_MS = 20;

/** A fake process that runs until `end` is called, and records of the service; `begun` waits for one of its runs. */
function prepare() {
  const notes: string[] = [];
  const runs: { end: (how: string) => void; forced: boolean[] }[] = [];
  const begin = async (): Promise<RunningService> => {
    let end: (how: string) => void = () => {};
    const exited = new Promise<string>((resolve) => {
      end = resolve;
    });
    const run = { end, forced: [] as boolean[] };
    runs.push(run);
    return {
      exited,
      stop: async ({ force }) => {
        run.forced.push(force);
        end("stopped");
      },
    };
  };
  const begun = (count: number, ms?: number) =>
    until(`run ${count} has begun`, () => runs.length === count, { ms, everyMs: 5 });
  const service = supervise({ name: "It", begin, note: (text) => notes.push(text), unitMs: UNIT_MS });
  return { notes, runs, begun, service };
}

describe("supervise", () => {
  it("restarts after 1, 2, 4 … 30 units", async () => {
    const { notes, runs, begun, service } = prepare();
    const running = await service;
    for (let count = 1; count <= 7; count += 1) {
      await begun(count);
      runs[count - 1]?.end("exit code 1");
    }
    await begun(8);
    expect(notes.map((note) => note.replace("It ended (exit code 1); starting it again in ", ""))).toEqual([
      "1 s",
      "2 s",
      "4 s",
      "8 s",
      "16 s",
      "30 s",
      "30 s",
    ]);
    expect(running.failures()).toBe(7);
    await running.stop({ force: false });
  });

  it("resets the delay after a healthy period", async () => {
    const { notes, runs, begun, service } = prepare();
    const running = await service;
    runs[0]?.end("first");
    await begun(2);
    await sleep(70 * UNIT_MS);
    runs[1]?.end("second");
    await begun(3);
    expect(notes.at(-1)).toBe("It ended (second); starting it again in 1 s");
    await running.stop({ force: false });
  });

  it("stays stopped, even during a restart delay", async () => {
    const { runs, service } = prepare();
    const running = await service;
    runs[0]?.end("gone");
    await running.stop({ force: false });
    await sleep(10 * UNIT_MS);
    expect(runs).toHaveLength(1);
  });

  it("stays stopped, even during a restart that takes long", async () => {
    let begun = 0;
    const begin = (over: AbortSignal): Promise<RunningService> =>
      ++begun === 1
        ? Promise.resolve({ exited: Promise.resolve("gone"), stop: async () => {} })
        : new Promise((_, reject) => over.addEventListener("abort", () => reject(over.reason)));
    const running = await supervise({ name: "It", begin, note: () => {}, unitMs: UNIT_MS });
    await until("it begins again", () => begun === 2, { everyMs: 5 });
    await running.stop({ force: false });
    expect(begun).toBe(2);
  });

  it("restarts at once and silently on request", async () => {
    const { notes, runs, begun, service } = prepare();
    const running = await service;
    running.restart();
    await begun(2);
    expect(notes).toEqual([]);
    await running.stop({ force: true });
    expect(runs[1]?.forced).toEqual([true]);
  });

  it("restarts at once on request, even during a restart delay", async () => {
    const { runs, begun, service } = prepare();
    const running = await service;
    for (let count = 1; count <= 6; count += 1) {
      await begun(count);
      runs[count - 1]?.end("gone");
    }
    running.restart();
    await begun(7, 10 * UNIT_MS);
    await running.stop({ force: false });
  });

  it("fails if the first start fails", async () => {
    const begin = () => Promise.reject(new Error("no such program"));
    await expect(supervise({ name: "It", begin, note: () => {} })).rejects.toThrow("no such program");
  });
});
