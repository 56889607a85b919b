import { describe, expect, it } from "vitest";
import { withNumberedNames } from "@/lib/backup/rules/names";
import { BackupFile } from "@/lib/backup/schema";
import { fullFile } from "./files";
import { randomFile, withSpaces } from "./random-file";

const numbered = (...names: string[]) => {
  const { file } = withNumberedNames({ keys: names.map((name) => ({ name })) });
  return (file.keys as { name: string }[]).map(({ name }) => name);
};

describe("names that differ only in leading and trailing spaces", () => {
  it.each([
    [
      [" a", "b "],
      ["a", "b"],
    ],
    [
      [" a", "a", "a\t"],
      ["a - 2", "a", "a - 3"],
    ],
    [
      [" a", "a", "a - 2"],
      ["a - 3", "a", "a - 2"],
    ],
    [
      [" a", "a "],
      ["a", "a - 2"],
    ],
    [
      ["a", "a"],
      ["a", "a"],
    ],
    [
      [" ", "", "\t"],
      ["", "", ""],
    ],
  ])("%j become %j", (names, unique) => {
    expect(numbered(...names)).toEqual(unique);
  });

  it("the same names, read again, stay as they are", () => {
    const once = numbered(" a", "a", "a ", " b");
    expect(numbered(...once)).toEqual(once);
  });

  it("ten thousand of them take no longer than other names", () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `${" ".repeat(at % 100)}a${" ".repeat(at / 100)}`);
    expect(new Set(numbered(...names)).size).toBe(10_000);
  });
});

it("what refers to a name means the one that it writes, or else the one that is equal without spaces", () => {
  const { file } = withNumberedNames({
    keys: [{ name: "k" }, { name: " k" }],
    environments: [{ name: "e" }, { name: "e " }],
    inventories: [{ name: "i " }],
    templates: [
      { name: " t", vault_key: " k", environment: "e ", environments: ["e", "e ", 1], vaults: [{ vault_key: "k  " }] },
      { name: "t", graph: { nodes: { a: { template: " t", options: { inventory: "i", environment: "e " } } } } },
    ],
    schedules: [{ name: " s ", template: " t", environment: null }],
  });
  expect(file).toMatchObject({
    templates: [
      { name: "t - 2", vault_key: "k - 2", environment: "e - 2", environments: ["e", "e - 2", 1] },
      { name: "t", graph: { nodes: { a: { template: "t - 2", options: { inventory: "i", environment: "e - 2" } } } } },
    ],
    schedules: [{ name: "s", template: "t - 2", environment: null }],
  });
  expect(file.templates).toMatchObject([{ vaults: [{ vault_key: "k" }] }, {}]);
});

it.each([1, 2, 3, 4, 5])("a file (%i) reads as without the spaces around its names", (seed) => {
  const file = randomFile(seed);
  expect(BackupFile.parse(withSpaces(file, seed))).toEqual(BackupFile.parse(file));
});

it("what is no name, list or entry is left to others", () => {
  const odd = {
    keys: "k",
    views: null,
    templates: [1, null, { name: 5, vaults: {}, graph: [] }],
    meta: { name: " m" },
  };
  expect(withNumberedNames(odd).file).toEqual(odd);
  const file = fullFile();
  expect(withNumberedNames(file).file).toEqual(file);
});
