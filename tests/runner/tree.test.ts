import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeIfSmall, removeTree } from "@/runner/tree";

let folder: string;
let tree: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-small-"));
  tree = join(folder, "tree");
  mkdirSync(join(tree, "a/b"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a few files and folders are removed at once, links and not what they lead to", () => {
  writeFileSync(join(folder, "kept"), "x");
  mkdirSync(join(folder, "away"));
  writeFileSync(join(folder, "away/kept"), "x");
  writeFileSync(join(tree, "a/b/file"), "x");
  symlinkSync("../kept", join(tree, "file"));
  symlinkSync("../away", join(tree, "folder"));
  expect(removeIfSmall(tree)).toBe(true);
  expect(existsSync(tree)).toBe(false);
  expect(existsSync(join(folder, "kept")) && existsSync(join(folder, "away/kept"))).toBe(true);
});

test("what is not there is removed", () => {
  expect(removeIfSmall(join(folder, "missing"))).toBe(true);
});

test("many files and large ones take the way that lets others work meanwhile", async () => {
  const large = join(tree, "large");
  writeFileSync(large, "");
  truncateSync(large, 2 * 1024 * 1024);
  expect(removeIfSmall(large)).toBe(false);
  rmSync(large);
  for (let n = 0; n < 100; n++) writeFileSync(join(tree, "a/b", String(n)), "x");
  expect(removeIfSmall(tree)).toBe(false);
  await removeTree(tree);
  expect(existsSync(tree)).toBe(false);
});
