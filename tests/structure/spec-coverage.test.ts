import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./sources";

const textOf = (document: string): string => readFileSync(join(ROOT, "docs", document), "utf8");
const sectionsOf = (text: string): string[] => text.split(/^## /m).slice(1);

/** `a/b.ts`: what stands in code marks and has a folder and an ending. */
const pathsIn = (part: string): string[] =>
  [...part.matchAll(/`([^`\s]+\/[^`\s]+\.\w+|[^`]*\([^`]*\)[^`]*\.\w+)`/g)].map(([, path = ""]) => path);

const rowsOf = (section: string): string[][] =>
  section
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").slice(1, -1));

const saysWhatShowsIt = (proof = ""): boolean => pathsIn(proof).length > 0 || /tried|beside/.test(proof);

test.each(["spec-coverage.md", "hardening-coverage.md"])("every file that docs/%s names is there", (document) => {
  const paths = pathsIn(textOf(document));
  expect(paths.length).toBeGreaterThan(200);
  expect([...new Set(paths)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("docs/spec-coverage.md has a table for each of the nine sections, with a place and a proof in every row", () => {
  const numbered = sectionsOf(textOf("spec-coverage.md")).filter((section) => /^\d\. /.test(section));
  expect(numbered.map((section) => Number.parseInt(section, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const section of numbered) {
    const [, ...rows] = rowsOf(section);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((cells) => cells.length !== 3 || pathsIn(cells[1] ?? "").length === 0)).toEqual([]);
    expect(rows.filter(([, , proof]) => !saysWhatShowsIt(proof))).toEqual([]);
  }
});

test("docs/hardening-coverage.md has each number once, with a place and a proof", () => {
  const rows = sectionsOf(textOf("hardening-coverage.md"))
    .flatMap((section) => rowsOf(section).slice(1))
    .map((cells) => cells.map((cell) => cell.trim()));
  expect(rows.length).toBeGreaterThan(150);
  expect(new Set(rows.map(([number]) => number)).size).toBe(rows.length);
  expect(rows.filter((cells) => cells.length !== 4 || pathsIn(cells[2] ?? "").length === 0)).toEqual([]);
  expect(rows.filter(([, , , proof]) => !saysWhatShowsIt(proof))).toEqual([]);
});
