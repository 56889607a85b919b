import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { descendants, untilGone } from "./processes";

const scripts = fileURLToPath(new URL("../../scripts", import.meta.url));

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-checkout-"));
  put("package.json", "{}");
  putLock("1.0.0");
  for (const name of ["ensure.mjs", "turn.mjs"]) put(`scripts/${name}`, readFileSync(join(scripts, name), "utf8"));
  put("scripts/build.mjs", BUILD);
  put("scripts/trim.mjs", TRIM);
  put("npm.js", NPM);
  put("app/page.tsx", "first");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Replaces npm: records its call and creates what npm would. */
const NPM = `
const { mkdirSync, writeFileSync, appendFileSync, readFileSync, rmSync } = require("node:fs");
appendFileSync("calls", process.argv.slice(2, 4).join(" ") + "\\n");
const dev = process.argv.includes("--include=dev");
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
for (const path of Object.keys(packages)) if (path && packages[path].dev && !dev) delete packages[path];
rmSync("node_modules", { recursive: true, force: true });
for (const path of Object.keys(packages)) mkdirSync(path || "node_modules", { recursive: true });
writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages }));
`;

const BUILD = `
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { hashSources, stampFile } from "./ensure.mjs";
const parts = process.argv.includes("--only=tools") ? ["tools"] : ["tools", "web"];
appendFileSync("calls", "build " + parts.join(" ") + "\\n");
for (const part of ["dist", ".next"]) mkdirSync(part, { recursive: true });
for (const file of ["dist/cli.mjs", "dist/runner.mjs", "dist/with-parent.mjs", "dist/server.mjs", "dist/supervisor.mjs", "dist/prepare.mjs", ".next/BUILD_ID"]) writeFileSync(file, "");
for (const part of parts) writeFileSync(stampFile(part), hashSources());
`;

/** Removes what only a build needs. */
const TRIM = `
import { appendFileSync, rmSync } from "node:fs";
appendFileSync("calls", "trim\\n");
rmSync("node_modules/used", { recursive: true });
rmSync("node_modules/.package-lock.json");
`;

function put(name: string, content: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

function putLock(version: string): void {
  const packages = { "": {}, "node_modules/used": { version }, "node_modules/tested-with": { version, dev: true } };
  put("package-lock.json", JSON.stringify({ packages }));
}

/** Runs ensureReady there; resolves with the recorded calls. */
function ensure(options: object, environment: Record<string, string> = {}): string[] {
  rmSync(join(folder, "calls"), { force: true });
  const code = `const { ensureReady } = await import("./scripts/ensure.mjs"); await ensureReady(${JSON.stringify(options)});`;
  execFileSync(process.execPath, ["--input-type=module", "-e", code], {
    cwd: folder,
    stdio: "ignore",
    env: { ...process.env, npm_execpath: join(folder, "npm.js"), ...environment },
  });
  const calls = join(folder, "calls");
  return existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : [];
}

const ALL = { parts: ["tools", "web"] };

describe("ensureReady", () => {
  it("installs and builds a fresh clone, removes what only the build needs, and does nothing the second time", () => {
    expect(ensure(ALL)).toEqual(["ci --omit=dev", "build tools web", "trim"]);
    expect(ensure(ALL)).toEqual([]);
  });

  it("rebuilds only when a source has changed", () => {
    ensure(ALL);
    put("app/page.tsx", "second");
    expect(ensure(ALL)).toEqual(["ci --omit=dev", "build tools web", "trim"]);
    put("docs/page.md", "no source");
    expect(ensure(ALL)).toEqual([]);
    put("lib/server/routes.gen.ts", "made by the build");
    expect(ensure(ALL)).toEqual([]);
  });

  it("rebuilds when a build product is missing", () => {
    ensure(ALL);
    rmSync(join(folder, ".next"), { recursive: true });
    expect(ensure(ALL)).toEqual(["ci --omit=dev", "build tools web", "trim"]);
  });

  it("removes nothing from an installation with development packages", () => {
    ensure({ dev: true });
    expect(ensure(ALL)).toEqual(["build tools web"]);
    put("app/page.tsx", "second");
    expect(ensure(ALL)).toEqual(["build tools web"]);
  });

  it("skips the web build on a machine that only runs a runner", () => {
    expect(ensure({ parts: ["tools"] })).toEqual(["ci --omit=dev", "build tools"]);
  });

  it("reinstalls when the lock file has changed, with development packages if they were installed", () => {
    ensure(ALL);
    putLock("2.0.0");
    expect(ensure({})).toEqual(["ci --omit=dev"]);
    expect(ensure({ dev: true })).toEqual(["ci --include=dev"]);
    expect(ensure({})).toEqual([]);
    putLock("3.0.0");
    expect(ensure({})).toEqual(["ci --include=dev"]);
  });

  it("keeps node_modules installed by hand if they match", () => {
    execFileSync(process.execPath, [join(folder, "npm.js"), "install", "--include=dev"], { cwd: folder });
    expect(ensure({ dev: true })).toEqual([]);
    expect(ensure({ dev: true })).toEqual([]);
  });

  it("installs development packages despite NODE_ENV=production", () => {
    expect(ensure({ dev: true }, { NODE_ENV: "production" })).toEqual(["ci --include=dev"]);
  });

  it("prints the end of a failed command's output, and exits", () => {
    put("npm.js", 'console.error("no route to the registry"); process.exit(7);');
    const code = `const { ensureReady } = await import("./scripts/ensure.mjs"); await ensureReady({}); console.log("went on");`;
    const run = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, npm_execpath: join(folder, "npm.js") },
    });
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(
      /✗ Installing packages .+\n\nno route to the registry\n\nInstalling packages failed\.\n$/,
    );
    expect(run.stdout).toBe("");
  });
});

describe("ensureReadyApart", () => {
  /** Works until a signal comes, and then tidies up for a moment. */
  const LONG_BUILD = `
import { appendFileSync } from "node:fs";
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => setTimeout(() => {
  appendFileSync("calls", "tidied up after " + signal + "\\n");
  process.exit(1);
}, 300));
appendFileSync("calls", "building\\n");
setTimeout(() => {}, 60_000);
`;

  const start = () => {
    mkdirSync(join(folder, "tmp"), { recursive: true });
    const code = `const { ensureReadyApart } = await import("./scripts/ensure.mjs"); await ensureReadyApart(["tools", "web"]); console.log("went on");`;
    return spawn(process.execPath, ["--input-type=module", "-e", code], {
      cwd: folder,
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, npm_execpath: join(folder, "npm.js"), TMPDIR: join(folder, "tmp") },
    });
  };
  const calls = () => readFileSync(join(folder, "calls"), "utf8");

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("passes %s on to a build, and ends after it", async (signal, status) => {
    put("scripts/build.mjs", LONG_BUILD);
    const starting = start();
    let printed = "";
    starting.stdout.on("data", (chunk) => {
      printed += chunk;
    });
    await vi.waitFor(() => expect(calls()).toContain("building"), 20_000);
    const all = descendants(starting.pid ?? 0);
    expect(all).toHaveLength(2);
    starting.kill(signal);
    expect(await once(starting, "close")).toEqual([status, null]);
    expect(calls()).toContain(`tidied up after ${signal}`);
    expect(await untilGone(all, 0)).toEqual([]);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
    expect(printed).toBe("");
  });

  it("goes on after a build, and ends with the status of one that failed", async () => {
    const first = start();
    first.stdout.once("data", (chunk) => expect(String(chunk)).toBe("went on\n"));
    expect(await once(first, "close")).toEqual([0, null]);
    put("app/page.tsx", "second");
    put("scripts/build.mjs", "process.exit(3);");
    expect(await once(start(), "close")).toEqual([1, null]);
  });
});
