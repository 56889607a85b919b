import { describe, expect, test } from "vitest";
import { MAX_CELLS, MAX_EVENT_BYTES, MAX_HOSTS, type ResultEvent, TaskEvent } from "@/lib/protocol/events";
import { Masker } from "@/lib/redact/masker";
import { Marks } from "@/runner/events/marks";
import { type Reported, readReported } from "@/runner/events/reported";
import { EventWriter } from "@/runner/events/written";

const masker = new Masker(["correct-horse-battery"]);
let isFull = false;
let leftOut = 0;

const writer = () =>
  new EventWriter({
    clean: (text, goesOn) => (goesOn ? masker.stream().push(Buffer.from(text)).toString() : masker.mask(text)),
    root: "/repo",
    lineOf: (mark) => mark * 10,
    isFull: () => isFull,
    leftOut: () => void leftOut++,
  });

const reported = (fields: object): Reported => {
  const read = readReported(JSON.stringify(fields));
  if (!read) throw new Error("the plugin does not write this");
  return read;
};

const STEP = reported({
  type: "task",
  id: "t1",
  play: "p1",
  name: "copy",
  path: "/repo/roles/a b/x.yml:12",
  handler: false,
});
const resultOf = (fields: object = {}) =>
  reported({ type: "result", task: "t1", host: "web", state: "changed", time: 5, ms: 3, mark: 4, ...fields });

function write(...all: Reported[]): TaskEvent[] {
  const into = writer();
  return all.flatMap((one) => into.write(one)).map((text) => TaskEvent.parse(JSON.parse(text)));
}

describe("an event", () => {
  test("names its step and host once, and refers to them by number", () => {
    const play = reported({ type: "play", id: "p1", name: "Deploy" });
    expect(write(play, STEP, resultOf(), STEP, resultOf())).toEqual([
      {
        type: "step",
        number: 0,
        play: "Deploy",
        name: "copy",
        file: "roles/a b/x.yml",
        file_line: 12,
        is_handler: false,
      },
      { type: "host", number: 0, name: "web" },
      { type: "result", step: 0, host: 0, state: "changed", time: 5, ms: 3, line: 40 },
      { type: "result", step: 0, host: 0, state: "changed", time: 5, ms: 3, line: 40 },
    ]);
  });

  test("is masked before it is cut, so that no part of a secret is left", () => {
    const message = `${"x".repeat(7_990)}correct-horse-battery`;
    const [, , event] = write(STEP, resultOf({ message })) as ResultEvent[];
    expect(event?.message).toBe(`${"x".repeat(7_990)}****`);
    const diff = `${"x".repeat(15_995)}correct-horse-battery and more`;
    const [, , cut] = write(STEP, resultOf({ diff })) as ResultEvent[];
    expect(cut?.diff).toBe(`${"x".repeat(15_995)}**** \n… (the rest is left out)`.replace("**** \n", "**** \n"));
  });

  test("that masks make short does not end with the beginning of a secret", () => {
    const message = "correct-horse-battery".repeat(3_000);
    const [, , event] = write(STEP, resultOf({ message })) as ResultEvent[];
    expect(event?.message).not.toContain("correct");
    expect(event?.message).toContain("(the rest is left out)");
  });

  test.each([
    ["long", "y".repeat(60_000)],
    ["in other letters", "漢".repeat(60_000)],
    ["of control characters", "\u0001".repeat(60_000)],
  ])("fits its limit when its texts are %s", (_, text) => {
    const items = Array.from({ length: 200 }, () => ({ state: "ok", label: text, message: text, diff: text }));
    const [, , event] = write(STEP, resultOf({ message: text, diff: text, items, items_left_out: 7 })) as ResultEvent[];
    expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThanOrEqual(MAX_EVENT_BYTES);
    expect((event?.items?.length ?? 0) + (event?.items_left_out ?? 0)).toBe(207);
    if (event?.message) expect(event.message).toContain("(the rest is left out)");
    else expect(event?.bare).toBe(true);
  });

  test("has no details when there are too many", () => {
    isFull = true;
    const [, , event] = write(STEP, resultOf({ message: "m", diff: "d" }));
    isFull = false;
    expect(event).toEqual({ type: "result", step: 0, host: 0, state: "changed", time: 5, ms: 3, line: 40, bare: true });
  });

  test("is left out when its cell does not fit the matrix, while others still do", () => {
    const into = writer();
    const rows = MAX_CELLS / MAX_HOSTS;
    const at = (step: number, host: number) => into.write(resultOf({ task: `t${step}`, host: `h${host}` }));
    for (let step = 0; step <= rows; step++) into.write({ ...STEP, id: `t${step}` } as Reported);
    for (let host = 0; host < MAX_HOSTS; host++) at(0, host);
    for (let step = 1; step < rows; step++) expect(at(step, MAX_HOSTS - 1)).toHaveLength(1);
    expect(leftOut).toBe(0);
    expect(at(rows, 0)).toEqual([]);
    expect(at(0, MAX_HOSTS)).toEqual([]);
    expect(leftOut).toBe(2);
    expect(at(1, 0)).toHaveLength(1);
  });

  test("is not made of what the plugin does not write", () => {
    expect(readReported("nonsense")).toBeNull();
    expect(readReported('{"type":"result","task":"t1","state":"fine"}')).toBeNull();
    expect(write(resultOf())).toEqual([]);
  });
});

describe("marks", () => {
  const lines = (text: string) => ({ bytes: Buffer.from(text), count: text.split("\n").length - 1 });
  const mark = (number: number) => `\u001b_token:${number}\u0007`;

  test("are removed, and each stands for the next line with text, if that comes before the next mark", () => {
    const marks = new Marks("token");
    const stripped = marks.strip(lines(`one\n${mark(1)}\nTASK\n${mark(2)}${mark(3)}ok\n`), 5, false);
    expect(stripped).toEqual(lines("one\n\nTASK\nok\n"));
    expect([1, 2, 3].map((number) => marks.lineOf(number))).toEqual([7, undefined, 8]);
    expect([1, 2, 3, 4].map((number) => marks.isPlaced(number))).toEqual([true, true, true, false]);
  });

  test("wait for the lines of a later read", () => {
    const marks = new Marks("token");
    expect(marks.strip(lines(`${mark(1)}\n`), 0, false)).toEqual(lines("\n"));
    expect(marks.lineOf(1)).toBeUndefined();
    expect(marks.strip(lines("text\n"), 1, false)).toEqual(lines("text\n"));
    expect(marks.lineOf(1)).toBe(1);
  });

  test("at the end of the output make no line", () => {
    const marks = new Marks("token");
    expect(marks.strip(lines(`${mark(1)}${mark(2)}\n`), 3, true)).toBeNull();
    expect(marks.strip(lines(`no end${mark(3)}\n`), 3, true)).toEqual(lines("no end\n"));
  });

  test("of other programs stay, and a log that keeps no lines has none for them", () => {
    const marks = new Marks("token");
    const other = lines("\u001b_other:1\u0007text\n");
    expect(marks.strip(other, 0, false)).toEqual(other);
    marks.strip(lines(`${mark(1)}text\n`), null, false);
    expect(marks.lineOf(1)).toBeUndefined();
  });
});
