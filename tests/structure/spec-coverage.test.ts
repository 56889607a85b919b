import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./sources";

const text = readFileSync(join(ROOT, "docs/spec-coverage.md"), "utf8");
const sections = text.split(/^## /m).slice(1);

/** `a/b.ts`: what stands in code marks and has a folder and an ending. */
const pathsIn = (part: string): string[] =>
  [...part.matchAll(/`([^`\s]+\/[^`\s]+\.\w+|[^`]*\([^`]*\)[^`]*\.\w+)`/g)].map(([, path = ""]) => path);

const rowsOf = (section: string): string[][] =>
  section
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").slice(1, -1));

test("every file that docs/spec-coverage.md names is there", () => {
  const paths = pathsIn(text);
  expect(paths.length).toBeGreaterThan(200);
  expect([...new Set(paths)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("it has a table for each of the nine sections, with a place and a proof in every row", () => {
  const numbered = sections.filter((section) => /^\d\. /.test(section));
  expect(numbered.map((section) => Number.parseInt(section, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const section of numbered) {
    const [, ...rows] = rowsOf(section);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((cells) => cells.length !== 3 || pathsIn(cells[1] ?? "").length === 0)).toEqual([]);
    expect(rows.filter(([, , proof = ""]) => pathsIn(proof).length === 0 && !/tried|beside/.test(proof))).toEqual([]);
  }
});
