import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VERSION } from "@/lib/settings/version";
import { freshDatabase } from "../support/database";
import { runnerBundle } from "../support/runner-process";
import { world } from "../support/world";
import { cliBundle, type Ended, endCommands, runFile } from "./cli-process";

await world(await freshDatabase());
const DATABASE_URL = process.env.DATABASE_URL ?? "";
/** A port without a listener. */
const AWAY = "http://127.0.0.1:9";

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-lone-"));
  copyFileSync(await cliBundle(), join(folder, "cli.mjs"));
  copyFileSync(await runnerBundle(), join(folder, "runner.mjs"));
});
afterAll(() => {
  endCommands();
  rmSync(folder, { recursive: true, force: true });
});

const cli = (words: string[], env: Record<string, string> = {}): Promise<Ended> =>
  runFile(join(folder, "cli.mjs"), words, {
    env: { HOME: folder, SIGNALBOX_DATA_DIR: join(folder, "data"), ...env },
    input: "a token",
  });

/** Each command of `signalbox help` with its arguments and its message when only its own file is available. */
const COMMANDS: Record<string, { words?: string[]; env?: Record<string, string>; code: number; says: RegExp }> = {
  start: { code: 1, says: /^This command needs the whole package of Signalbox: there is no \S+server\.mjs\n$/ },
  runner: { code: 1, says: /^This command needs the whole package of Signalbox: there is no \S+runner\.mjs\n$/ },
  migrate: { env: { DATABASE_URL }, code: 1, says: /^There are no migrations in / },
  user: { words: ["list"], env: { DATABASE_URL }, code: 0, says: /owner/ },
  rekey: { env: { DATABASE_URL }, code: 0, says: /./ },
  login: { words: [AWAY, "--with-token"], code: 4, says: /127\.0\.0\.1:9/ },
  logout: { code: 0, says: /./ },
  projects: { code: 4, says: /signalbox login/ },
  templates: { code: 4, says: /signalbox login/ },
  tasks: { code: 4, says: /signalbox login/ },
  run: { words: ["1"], code: 4, says: /signalbox login/ },
  logs: { words: ["1"], code: 4, says: /signalbox login/ },
  stop: { words: ["1"], code: 4, says: /signalbox login/ },
  compare: { words: ["1"], code: 4, says: /signalbox login/ },
  artifacts: { words: ["1"], code: 4, says: /signalbox login/ },
  outputs: { words: ["1"], code: 4, says: /signalbox login/ },
  approve: { words: ["1", "ask"], code: 4, says: /signalbox login/ },
  reject: { words: ["1", "ask"], code: 4, says: /signalbox login/ },
  skip: { words: ["1", "ask"], code: 4, says: /signalbox login/ },
  done: { words: ["1", "ask"], code: 4, says: /signalbox login/ },
  resume: { words: ["1"], code: 4, says: /signalbox login/ },
  template: { words: ["export", "1"], code: 4, says: /signalbox login/ },
  confirm: { words: ["1"], code: 4, says: /signalbox login/ },
  rerun: { words: ["1"], code: 4, says: /signalbox login/ },
  import: { words: ["--from", "nowhere.json"], code: 4, says: /signalbox login/ },
  state: { words: ["list"], code: 4, says: /signalbox login/ },
  drift: { code: 4, says: /signalbox login/ },
  backup: { words: ["1"], code: 4, says: /signalbox login/ },
  version: { code: 0, says: new RegExp(`^signalbox ${VERSION}\n$`) },
  help: { code: 0, says: /^Usage: signalbox/ },
};

describe("the command line's single file, copied out of its package", () => {
  test("contains every command", async () => {
    const { stdout } = await cli(["help"]);
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name);
    expect(Object.keys(COMMANDS).sort()).toEqual(commands.sort());
    expect(readdirSync(folder)).toEqual(["cli.mjs", "runner.mjs"]);
  });

  test.each(Object.entries(COMMANDS))("%s works, or prints the reason in one line", async (name, expected) => {
    const { words = [], env = {}, code, says } = expected;
    const keys = { SIGNALBOX_ENCRYPTION_KEYS: process.env.SIGNALBOX_ENCRYPTION_KEYS ?? "" };
    const ended = await cli([name, ...words], { ...keys, ...env });
    expect(ended).toMatchObject({ code });
    expect(ended.stdout + ended.stderr).toMatch(says);
    expect(ended.stderr).not.toMatch(/^ {4}at /m);
  });

  test.each(Object.keys(COMMANDS))("%s --help prints the help and does nothing", async (name) => {
    const { code, stdout, stderr } = await cli([name, "--help"], { DATABASE_URL });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Usage: signalbox /);
  });

  test.each([
    [["start", "--port", "4000"], "Unknown option '--port'. Usage: signalbox start\n"],
    [["start", "web"], "Usage: signalbox start\n"],
    [["migrate", "--dry-run"], "Unknown option '--dry-run'. Usage: signalbox migrate\n"],
    [["migrate", "down"], "Usage: signalbox migrate\n"],
  ])("%s is refused, because the command takes no words", async (words, stderr) => {
    expect(await cli(words, { DATABASE_URL })).toEqual({ code: 2, stdout: "", stderr });
  });
});

test.each(["version", "--version"])("the runner's single file prints its version: %s", (word) => {
  const printed = execFileSync(process.execPath, ["runner.mjs", word], { cwd: folder, encoding: "utf8" });
  expect(printed).toBe(`signalbox runner ${VERSION}\n`);
});
