import { describe, expect, test } from "vitest";
import { sources } from "./sources";

const MAX_LINES = 300;
const MAX_ROUTE_LINES = 12;
const MAX_PAGE_LINES = 60;

describe("the budget of style", () => {
  test("no production file is longer than 300 lines, no route than 12, no page than 60", () => {
    const limitOf = (path: string) => {
      if (/^app\/api\/.*route\.ts$/.test(path)) return MAX_ROUTE_LINES;
      return /^app\/.*page\.tsx$/.test(path) ? MAX_PAGE_LINES : MAX_LINES;
    };
    expect(
      sources()
        .filter(({ path, lines }) => lines > limitOf(path))
        .map(({ path, lines }) => `${path}: ${lines}`),
    ).toEqual([]);
  });

  test("half of the files fit on a screen, nine tenths in 160 lines", () => {
    const lines = sources()
      .filter(({ path }) => !path.startsWith("components/ui/"))
      .map((source) => source.lines)
      .sort((a, b) => a - b);
    expect(lines[Math.floor(lines.length * 0.5)]).toBeLessThanOrEqual(70);
    expect(lines[Math.floor(lines.length * 0.9)]).toBeLessThanOrEqual(160);
  });

  test("pages and layouts are server components", () => {
    const clients = sources().filter(
      ({ path, text }) => /^app\/.*(page|layout|loading)\.tsx$/.test(path) && text.startsWith('"use client"'),
    );
    expect(clients.map(({ path }) => path)).toEqual([]);
  });

  test("no any, no non-null assertion, no TODO, no lint rule switched off without a reason", () => {
    const offences: [RegExp, string][] = [
      [/\bas any\b|:\s*any\b|<any>/, "any"],
      [/\bTODO\b|\bFIXME\b/, "TODO"],
      [/biome-ignore [^:]*:\s*$/m, "a lint rule off without a reason"],
      [/@ts-(ignore|nocheck)/, "a type check switched off"],
      [/catch\s*(\([^)]*\))?\s*\{\s*\}/, "an empty catch"],
    ];
    const found = sources().flatMap(({ path, text }) =>
      offences.filter(([pattern]) => pattern.test(text)).map(([, name]) => `${path}: ${name}`),
    );
    expect(found).toEqual([]);
  });
});
