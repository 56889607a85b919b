import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, sources } from "../structure/sources";
import { signalbox } from "./cli-process";

const page = (name: string) => readFileSync(join(ROOT, "docs", name), "utf8");

/** `/api/project/:/tasks`: the names of parameters do not matter. */
const shapeOf = (path: string) => path.replace(/\[[^\]/]+\]|<[^>/]+>|\$\{?[A-Z]+\}?/g, ":").replace(/\/$/, "");

test("docs/api.md names only paths that exist", () => {
  const routes = new Set(
    sources()
      .filter(({ path }) => /^app\/api\/.*(route|page)\.tsx?$/.test(path))
      .map(({ path }) => shapeOf(path.replace(/^app/, "").replace(/\/(route|page)\.tsx?$/, ""))),
  );
  const named = [...page("api.md").matchAll(/\/api\/(?:<[^>]+>|[^\s"`?|)<])+/g)].map(([path]) =>
    shapeOf(path.replace(/[.,;:]+$/, "")),
  );
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((path) => !routes.has(path))).toEqual([]);
});

test("docs/cli.md names the commands and options that exist, and all of them", async () => {
  const text = page("cli.md");
  const commandsIn = (help: string) => [...help.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name = ""]) => name);
  const { stdout: overview } = await signalbox(["help"]);
  const commands = commandsIn(overview);
  const undocumented = commands.filter((name) => name !== "help" && !text.includes(`signalbox ${name}`));
  expect(undocumented).toEqual([]);
  const named = [...text.matchAll(/(?:signalbox|cli\.mjs) ([a-z]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !commands.includes(name))).toEqual([]);

  const helps = await Promise.all(
    [
      "login",
      "run",
      "tasks",
      "logs",
      "rerun",
      "stop",
      "confirm",
      "approve",
      "resume",
      "artifacts",
      "compare",
      "outputs",
      "backup",
      "import",
      "import awx",
      "import rundeck",
      "import crontab",
      "user add",
      "user password",
      "runner drain",
      "drift",
      "template export",
      "template apply",
      "state versions",
      "state pull",
      "state push",
    ].map((name) => signalbox([...name.split(" "), "--help"])),
  );
  const optionsIn = (page: string) =>
    new Set([...page.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([option]) => option));
  const real = optionsIn(helps.map(({ stdout }) => stdout).join("\n"));
  const written = optionsIn(text);
  written.delete("--help");
  expect([...written].filter((option) => !real.has(option))).toEqual([]);
  expect([...real].filter((option) => !written.has(option))).toEqual([]);
});
