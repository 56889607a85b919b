import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ROOT } from "../structure/sources";
import { git } from "../support/repositories";
import { type Served, servePublicFiles } from "./product-files";

const SOURCES = join(ROOT, "lib/backup/demo/repository");

let folder: string;
let served: Served;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-demo-"));
  served = await servePublicFiles();
});
afterEach(async () => {
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("public/demo.git is built from its sources", () => {
  execFileSync(process.execPath, [join(ROOT, "scripts/demo-repository.mjs"), "--check"], { stdio: "pipe" });
});

test("git clones it from a static web server, complete", async () => {
  const target = join(folder, "clone");
  await promisify(execFile)("git", ["clone", "-q", "--branch", "main", `${served.url}/demo.git`, target]);
  git(target, "fsck", "--strict");
  expect(git(target, "log", "-1", "--format=%an %s %aI")).toBe(
    "Signalbox Add the demo scripts 2026-01-01T00:00:00+00:00",
  );
  const names = readdirSync(SOURCES, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = names.map((entry) => join(entry.parentPath, entry.name).slice(SOURCES.length + 1)).sort();
  expect(git(target, "ls-files").split("\n")).toEqual(files);
  for (const file of files) expect(readFileSync(join(target, file))).toEqual(readFileSync(join(SOURCES, file)));
  expect(served.asked.every((path) => path.startsWith("/demo.git/"))).toBe(true);
});

test("a second fetch requests no existing objects", async () => {
  const mirror = join(folder, "mirror");
  git(folder, "init", "-q", "--bare", mirror);
  const fetch = () =>
    promisify(execFile)("git", [
      "-C",
      mirror,
      "fetch",
      "-q",
      `${served.url}/demo.git`,
      "+refs/heads/main:refs/heads/main",
    ]);
  await fetch();
  served.asked.length = 0;
  await fetch();
  expect([...new Set(served.asked)]).toEqual(["/demo.git/info/refs", "/demo.git/HEAD"]);
});
