import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ROOT, sources } from "../structure/sources";
import { listen } from "../support/listen";
import { requireTool } from "../support/tools";
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

const codeIn = (name: string, words: string): string =>
  [...page(name).matchAll(/(?:^ {4}.*\n)+/gm)].map(([code]) => code).find((code) => code.includes(words)) ?? "";

requireTool(
  "dash",
  "bash",
  "curl",
  "jq",
)("the loop of docs/api.md prints a log as it is, also when a reply is missing, and ends with the task", async () => {
  const lines = Array.from({ length: 1200 }, (_, id) => ({ id, output: `a\ttab, a \\n and a "quote" in ${id}` }));
  for (const shell of ["dash", "bash"]) {
    let calls = 0;
    const server = await listen(
      createServer(({ url }, response) => {
        const { pathname, searchParams } = new URL(url ?? "", "http://console");
        const [from, limit] = ["from", "limit"].map((name) => Number(searchParams.get(name)));
        calls += 1;
        if (calls === 3) response.writeHead(503).end();
        else if (pathname === "/api/project/1/tasks/7") response.end('{"status":"success","message":"a\\tb"}');
        else response.end(JSON.stringify(lines.slice(from, Number(from) + Number(limit))));
      }),
    );
    const env = { ...process.env, URL: server.url, TOKEN: "token", PROJECT: "1", TASK: "7" };
    const script = `${codeIn("api.md", "api() {")}${codeIn("api.md", "from=0\n")}`;
    const { stdout } = await promisify(execFile)(shell, ["-c", script], { env, timeout: 20_000 });
    await server.stop();
    expect(stdout).toBe(lines.map(({ output }) => `${output}\n`).join(""));
  }
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
