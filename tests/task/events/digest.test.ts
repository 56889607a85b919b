import { describe, expect, test } from "vitest";
import { MAX_HOSTS, type TaskEvent } from "@/lib/protocol/events";
import type { LogChunk } from "@/lib/protocol/log";
import { digest } from "@/lib/task/events/digest";
import { host, linesOf, result, step } from "../../support/events";

const chunk = (first_line: number, events: TaskEvent[]): LogChunk => ({
  first_line,
  time: "2026-01-01T00:00:00.000Z",
  offsets: events.map(() => 0),
  text: linesOf(events).join("\n"),
});

describe("a digest of events", () => {
  test("says what is new, what changes, and where to look for it", () => {
    const events = [step(3), host(2), result(3, 2, "changed"), result(1, 0, "failed"), result(1, 5)];
    const { contents, newSteps, steps, newHosts, hosts } = digest([chunk(40, events)]);
    expect(contents).toEqual([{ steps: [3, 1], hosts: [2, 0, 5], states: "cfo" }]);
    expect(newSteps).toMatchObject([{ number: 3, name: "step 3", width: 3, millis: 100, last_event: 42 }]);
    expect(newSteps[0]?.cells).toEqual([{ after: 0, first: 2, letters: "c" }]);
    expect(steps).toMatchObject([{ number: 1, width: 6, millis: 200, last_event: 44 }]);
    expect(steps[0]?.cells).toEqual([
      { after: 0, first: 0, letters: "f" },
      { after: 1, first: 5, letters: "o" },
    ]);
    expect(newHosts).toEqual([{ number: 2, name: "host-2", millis: 100 }]);
    expect(hosts).toEqual([
      { number: 0, millis: 100 },
      { number: 5, millis: 100 },
    ]);
  });

  test("takes a step's time from its first result's beginning to its last one's end", () => {
    const at = (time: number, ms: number) => result(0, 0, "ok", { time, ms });
    const { steps } = digest([chunk(0, [at(1_000, 300), at(5_000, 4_800), at(3_000, 10)])]);
    expect(steps).toMatchObject([{ started: 200, ended: 5_000, millis: 5_110 }]);
  });

  test("keeps the last state of a step that a host repeats", () => {
    const { steps } = digest([chunk(0, [result(0, 1, "failed")]), chunk(1, [result(0, 1, "ok")])]);
    expect(steps).toMatchObject([{ cells: [{ first: 1, letters: "o" }], last_event: 1 }]);
  });

  test("joins the letters of neighbours, in whatever order they came", () => {
    const { steps } = digest([chunk(0, [result(0, 3), result(0, 1, "failed"), result(0, 2, "changed")])]);
    expect(steps).toMatchObject([{ cells: [{ after: 0, first: 1, letters: "fco" }], width: 4 }]);
  });

  test("is as large as what the events hold, however high their hosts' numbers are", () => {
    const last = MAX_HOSTS - 1;
    const events = Array.from({ length: 2_000 }, (_, number) => [step(number), result(number, last)]).flat();
    expect(JSON.stringify(digest([chunk(0, events)])).length).toBeLessThan(JSON.stringify(events).length * 2);
  });

  test("of a step without results has no times", () => {
    expect(digest([chunk(0, [step(0)])]).newSteps).toMatchObject([{ cells: [], width: 0, started: null, ended: null }]);
  });

  test.each([
    ["a state that there is not", { ...result(0, 0), state: "fine" }],
    ["a number out of range", { ...result(0, 0), host: -1 }],
    ["a host's name with NUL", { type: "host", number: 0, name: "a\0b" }],
    ["nothing of a known kind", { type: "play" }],
  ])("refuses %s", (_, event) => {
    const one = { ...chunk(0, [step(0)]), text: JSON.stringify(event) };
    expect(() => digest([one])).toThrow(expect.objectContaining({ code: "invalid" }));
  });

  test("refuses a chunk with another number of lines than it says", () => {
    expect(() => digest([{ ...chunk(0, [step(0), step(1)]), offsets: [0] }])).toThrow("chunkMismatch");
    expect(() => digest([{ ...chunk(0, [step(0)]), text: "nonsense" }])).toThrow();
  });
});
