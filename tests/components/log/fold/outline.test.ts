import { describe, expect, test } from "vitest";
import { detailsOf, pathTo, sectionsOf } from "@/components/log/fold/outline";
import type { SectionMark } from "@/lib/task/schema/log-sections";

const at = (line: number) => new Date(Date.UTC(2026, 10, 20) + line * 1000).toISOString();
const mark = (line: number, kind: SectionMark["kind"], title = ""): SectionMark => ({
  line,
  time: at(line),
  kind,
  title,
});
const stage = (first_line: number, name: string, end: string | null = null) => ({
  name,
  first_line,
  start: at(first_line),
  end,
});

const shape = (...[stages, marks]: [ReturnType<typeof stage>[], SectionMark[]]) =>
  sectionsOf(stages, marks, at(100)).map(({ title, first, last, end, parent }) => [
    title,
    first,
    last,
    end,
    parent?.title ?? null,
  ]);

describe("sections", () => {
  test("tasks lie in plays, and plays in stages; each ends where the next begins", () => {
    const marks = [
      mark(5, "play", "PLAY [web]"),
      mark(7, "task", "TASK [one]"),
      mark(10, "task", "TASK [two]"),
      mark(20, "play", "PLAY [db]"),
    ];
    expect(shape([stage(0, "prepare"), stage(3, "run")], marks)).toEqual([
      ["prepare", 0, 2, at(3), null],
      ["run", 3, null, at(100), null],
      ["PLAY [web]", 5, 19, at(20), "run"],
      ["TASK [one]", 7, 9, at(10), "PLAY [web]"],
      ["TASK [two]", 10, 19, at(20), "PLAY [web]"],
      ["PLAY [db]", 20, null, at(100), "run"],
    ]);
  });

  test("groups nest, and end with their own line", () => {
    const marks = [mark(1, "group", "a"), mark(2, "group", "b"), mark(5, "end"), mark(8, "end"), mark(9, "end")];
    expect(shape([], marks)).toEqual([
      ["a", 1, 8, at(8), null],
      ["b", 2, 5, at(5), "a"],
    ]);
  });

  test("the last line of a group says that it ends, unless something else ended it", () => {
    const marks = [mark(1, "group", "a"), mark(5, "end"), mark(7, "group", "b"), mark(9, "task", "TASK [x]")];
    expect(sectionsOf([], marks, null).map(({ title, hasEndLine }) => [title, hasEndLine])).toEqual([
      ["a", true],
      ["b", false],
      ["TASK [x]", false],
    ]);
  });

  test("a group that never ends is closed by what follows", () => {
    expect(shape([], [mark(1, "group", "a"), mark(4, "task", "TASK [x]")])).toEqual([
      ["a", 1, 3, at(4), null],
      ["TASK [x]", 4, null, at(100), null],
    ]);
  });

  test("a line is the heading of one section", () => {
    expect(shape([stage(3, "run")], [mark(3, "play", "PLAY [web]"), mark(4, "task", "TASK [x]")])).toEqual([
      ["PLAY [web]", 3, null, at(100), null],
      ["TASK [x]", 4, null, at(100), "PLAY [web]"],
    ]);
  });

  test("a stage ends when it says so, also if the next one has to wait for a person, and so does what it contains", () => {
    const plan = stage(3, "plan", at(8));
    const marks = [mark(4, "group", "a"), mark(6, "end"), mark(7, "group", "b")];
    expect(shape([plan, stage(50, "apply")], marks)).toEqual([
      ["plan", 3, 49, at(8), null],
      ["a", 4, 6, at(6), "plan"],
      ["b", 7, 49, at(8), "plan"],
      ["apply", 50, null, at(100), null],
    ]);
  });

  test("a stage that has ended no longer runs while the task waits", () => {
    expect(sectionsOf([stage(3, "plan", at(8))], [], null)).toMatchObject([{ last: null, end: at(8) }]);
  });

  test("a section at a stage's first line ends with that stage, not with the one before", () => {
    const stages = [stage(0, "repository", at(2)), stage(3, "run", at(90))];
    expect(shape(stages, [mark(3, "group", "Setup")])).toEqual([
      ["repository", 0, null, at(2), null],
      ["Setup", 3, null, at(90), "repository"],
    ]);
  });

  test("a section of one line cannot be folded", () => {
    expect(shape([], [mark(3, "play", "PLAY [web]"), mark(4, "play", "PLAY [db]")])).toHaveLength(1);
  });
});

test("the path to a line names the sections around it", () => {
  const sections = sectionsOf([stage(0, "run")], [mark(2, "group", "a"), mark(5, "end"), mark(9, "task", "t")], null);
  const titles = (line: number) => pathTo(sections, line).map(({ title }) => title);
  expect(titles(1)).toEqual(["run"]);
  expect(titles(4)).toEqual(["run", "a"]);
  expect(titles(7)).toEqual(["run"]);
  expect(titles(500)).toEqual(["run", "t"]);
});

test("with all details folded, the stages and plays that have any are left open", () => {
  const marks = [
    mark(5, "play", "PLAY [web]"),
    mark(7, "task", "TASK [one]"),
    mark(10, "group", "a"),
    mark(11, "group", "b"),
    mark(13, "end"),
    mark(15, "end"),
    mark(20, "play", "PLAY [empty]"),
  ];
  const sections = sectionsOf([stage(0, "prepare"), stage(3, "run")], marks, at(100));
  expect(detailsOf(sections).map(({ title }) => title)).toEqual(["prepare", "TASK [one]", "a", "b", "PLAY [empty]"]);
});
