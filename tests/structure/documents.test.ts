import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ZONES } from "./rules";
import { ROOT } from "./sources";

const DOCUMENTS = ["README.md", "CONTRIBUTING.md", ...markdownIn("bench"), ...markdownIn("docs")];

function markdownIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
}

const read = (document: string): string => readFileSync(join(ROOT, document), "utf8");

/** Text in backticks that begins like a path of this repository. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:app|cli|components|db|docs|lib|messages|runner|scripts|tests)\/[\w./[\]()-]+)`/g)].map(
    ([, path = ""]) => path,
  );

test.each(DOCUMENTS)("every path in %s exists", (document) => {
  const paths = new Set(pathsIn(read(document)));
  const isThere = (path: string) => existsSync(join(ROOT, path)) || existsSync(join(ROOT, `${path}.ts`));
  expect([...paths].filter((path) => !isThere(path))).toEqual([]);
});

test.each(DOCUMENTS)("every table in %s has a head", (document) => {
  const lines = read(document).split("\n");
  const isRow = (line = "") => line.startsWith("|");
  const firstRows = lines.map((_, index) => index).filter((index) => isRow(lines[index]) && !isRow(lines[index - 1]));
  const headless = firstRows.filter((index) => !/^\|[-:| ]+\|$/.test(lines[index + 1] ?? ""));
  expect(headless.map((index) => `line ${index + 1}: ${lines[index]}`)).toEqual([]);
});

test("README.md says of the zones in rules.ts what each may import, and of no others", () => {
  const [, section = ""] = read("README.md").split("### Who may import what");
  const [table = ""] = section.split("\n#");
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => [...(row.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  expect(named.sort()).toEqual(ZONES.map(({ name }) => name).sort());
});

test("CONTRIBUTING.md answers at least 30 questions, each with a path", () => {
  const rows = read("CONTRIBUTING.md")
    .split("\n")
    .filter((line) => /^\| [^|]+\? \|/.test(line));
  expect(rows.length).toBeGreaterThanOrEqual(30);
  expect(rows.filter((row) => pathsIn(row).length === 0 && !row.includes("access-matrix"))).toEqual([]);
});
