import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./sources";

const DOCUMENTS = ["README.md", "CONTRIBUTING.md", ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`)];

/** Text in backticks that begins like a path of this repository. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:app|cli|components|db|docs|lib|messages|runner|scripts|tests)\/[\w./[\]()-]+)`/g)].map(
    ([, path = ""]) => path,
  );

test.each(DOCUMENTS.filter((name) => name.endsWith(".md")))("every path in %s exists", (document) => {
  const paths = new Set(pathsIn(readFileSync(join(ROOT, document), "utf8")));
  const isThere = (path: string) => existsSync(join(ROOT, path)) || existsSync(join(ROOT, `${path}.ts`));
  expect([...paths].filter((path) => !isThere(path))).toEqual([]);
});

test("CONTRIBUTING.md answers at least 30 questions, each with a path", () => {
  const text = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
  const rows = text.split("\n").filter((line) => /^\| [^|]+\? \|/.test(line));
  expect(rows.length).toBeGreaterThanOrEqual(30);
  expect(rows.filter((row) => pathsIn(row).length === 0 && !row.includes("access-matrix"))).toEqual([]);
});
